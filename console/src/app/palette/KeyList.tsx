import { Checkbox, Flex, Typography } from "antd";
import { useState } from "react";
import { Dialog } from "../../components/dialogs/Dialog";
import { useReader } from "../../components/rights/useReader";
import { hasPage } from "../../permissions";
import { useTexts } from "../../texts/language";
import { pageLabels } from "../menu";
import { GO_KEYS, keysTo, singleKeys } from "./keys";

/** The keys of the console, and a switch for those that are pressed without Ctrl. */
export default function KeyList({ close }: { close: () => void }) {
  const texts = useTexts();
  const { palette } = texts;
  const [areOn, setAreOn] = useState(singleKeys.areOn);
  const reader = useReader();
  const labels = pageLabels(texts, reader);
  const paths = Object.values(GO_KEYS).filter((path) => hasPage(reader, path));
  const switchKeys = (on: boolean) => {
    singleKeys.switch(on);
    setAreOn(on);
  };
  return (
    <Dialog title={palette.keys} footer={null} onCancel={close}>
      <Flex vertical gap={8}>
        <Line text={palette.title} keys={areOn ? "Ctrl K, /" : "Ctrl K"} />
        {areOn && <Line text={palette.keys} keys="?" />}
        {areOn && paths.map((path) => <Line key={path} text={labels[path] ?? path} keys={keysTo(path)} />)}
        <Checkbox checked={areOn} onChange={({ target }) => switchKeys(target.checked)}>
          {palette.withoutControl}
        </Checkbox>
        <Typography.Text type="secondary">{palette.notWhileTyping}</Typography.Text>
      </Flex>
    </Dialog>
  );
}

function Line({ text, keys }: { text: string; keys?: string }) {
  return (
    <Flex justify="space-between" gap={16}>
      <span>{text}</span>
      <kbd>{keys}</kbd>
    </Flex>
  );
}

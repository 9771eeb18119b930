import { useMutation } from "@tanstack/react-query";
import { Flex, Form, Input, Typography } from "antd";
import { type ReactNode, useState } from "react";
import { useTexts } from "../../texts/language";
import { useRefresh } from "../page/useChange";
import { ErrorState } from "../states/ErrorState";
import { Dialog } from "./Dialog";

interface ConfirmDangerProps {
  title: string;
  okText: string;
  /** The line above the list, instead of the general one. */
  lead?: string;
  /** What will be lost, one sentence each. */
  goes: string[];
  /** A name that must be typed first, for deletions that cannot be undone. */
  typed?: string;
  /** The list of what will be lost is still being loaded. */
  waiting?: boolean;
  run: () => Promise<unknown>;
  close: () => void;
  children?: ReactNode;
}

/** Asks before something is lost, and lists it. Mount it to open it. */
export function ConfirmDanger(props: ConfirmDangerProps) {
  const { title, okText, lead, goes, typed, waiting = false, run, close, children } = props;
  const { general } = useTexts();
  const [written, setWritten] = useState("");
  const refresh = useRefresh();
  const running = useMutation({
    mutationFn: run,
    onSuccess: () => {
      close();
      return refresh();
    },
  });
  const ready = !waiting && (typed === undefined || written === typed);
  return (
    <Dialog
      title={title}
      okText={okText}
      okButtonProps={{ danger: true, disabled: !ready }}
      start={typed === undefined ? ".ant-modal-footer button" : "#typed-name"}
      onOk={() => running.mutate()}
      onCancel={close}
      confirmLoading={running.isPending}
    >
      <Flex vertical gap={12}>
        {goes.length > 0 && <Lost lead={lead} goes={goes} />}
        {children}
        {typed !== undefined && (
          <Form.Item label={general.typeToConfirm(typed)} layout="vertical" style={{ margin: 0 }} htmlFor="typed-name">
            <Input
              id="typed-name"
              autoComplete="off"
              value={written}
              onChange={(event) => setWritten(event.target.value)}
              onPressEnter={() => ready && running.mutate()}
            />
          </Form.Item>
        )}
        {running.isError && <ErrorState error={running.error} />}
      </Flex>
    </Dialog>
  );
}

function Lost({ lead, goes }: { lead?: string; goes: string[] }) {
  const { general } = useTexts();
  return (
    <div>
      <Typography.Text>{lead ?? general.whatGoes}</Typography.Text>
      <ul style={{ margin: "4px 0 0", paddingInlineStart: 20 }}>
        {goes.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  );
}

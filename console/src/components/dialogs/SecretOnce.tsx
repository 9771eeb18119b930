import { Alert, Flex, Typography } from "antd";
import type { ReactNode } from "react";
import { useTexts } from "../../texts/language";
import { CopyBlock } from "../values/CopyBlock";
import { Dialog } from "./Dialog";

interface SecretOnceProps {
  title: string;
  /** What to copy: a label and its value. */
  secrets: { label: string; value: string }[];
  close: () => void;
  children?: ReactNode;
}

/** A secret that leaves the center once. It lives in this dialog only and is gone when the dialog closes. */
export function SecretOnce({ title, secrets, close, children }: SecretOnceProps) {
  const { general } = useTexts();
  return (
    <Dialog
      title={title}
      initialFocus="[data-last=true] button"
      width={640}
      okText={general.iHaveCopied}
      onOk={close}
      closable={false}
      cancelButtonProps={{ style: { display: "none" } }}
      mask={{ closable: false }}
      keyboard={false}
    >
      <Flex vertical gap={12}>
        <Alert type="warning" showIcon title={general.shownOnce} description={general.shownOnceHint} />
        {secrets.map(({ label, value }, index) => (
          <div key={label} data-last={index === secrets.length - 1}>
            <Typography.Text type="secondary">{label}</Typography.Text>
            <CopyBlock text={value} label={label} />
          </div>
        ))}
        {children}
      </Flex>
    </Dialog>
  );
}

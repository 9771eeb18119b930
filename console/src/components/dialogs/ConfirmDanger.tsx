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
  /** Replaces the general line above the list. */
  lead?: string;
  /** What will be lost, one sentence each. */
  losses: string[];
  /** A name that must be typed first, for deletions that cannot be undone. */
  nameToType?: string;
  /** The list of what will be lost is still being loaded. */
  loading?: boolean;
  action: () => Promise<unknown>;
  close: () => void;
  children?: ReactNode;
}

/** Asks before something is lost, and lists it. Mount it to open it. */
export function ConfirmDanger(props: ConfirmDangerProps) {
  const { title, okText, lead, losses, nameToType, loading = false, action, close, children } = props;
  const { general } = useTexts();
  const [typedName, setTypedName] = useState("");
  const refresh = useRefresh();
  const mutation = useMutation({
    mutationFn: action,
    onSuccess: () => {
      close();
      return refresh();
    },
  });
  const ready = !loading && (nameToType === undefined || typedName === nameToType);
  return (
    <Dialog
      title={title}
      okText={okText}
      okButtonProps={{ danger: true, disabled: !ready }}
      initialFocus={nameToType === undefined ? ".ant-modal-footer button" : "#typed-name"}
      onOk={() => mutation.mutate()}
      onCancel={close}
      confirmLoading={mutation.isPending}
    >
      <Flex vertical gap={12}>
        {losses.length > 0 && <LossList lead={lead} losses={losses} />}
        {children}
        {nameToType !== undefined && (
          <Form.Item
            label={general.typeToConfirm(nameToType)}
            layout="vertical"
            style={{ margin: 0 }}
            htmlFor="typed-name"
          >
            <Input
              id="typed-name"
              autoComplete="off"
              value={typedName}
              onChange={(event) => setTypedName(event.target.value)}
              onPressEnter={() => ready && mutation.mutate()}
            />
          </Form.Item>
        )}
        {mutation.isError && <ErrorState error={mutation.error} />}
      </Flex>
    </Dialog>
  );
}

function LossList({ lead, losses }: { lead?: string; losses: string[] }) {
  const { general } = useTexts();
  return (
    <div>
      <Typography.Text>{lead ?? general.whatGoes}</Typography.Text>
      <ul style={{ margin: "4px 0 0", paddingInlineStart: 20 }}>
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
    </div>
  );
}

import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Flex, type TableColumnsType, Tag, Typography } from "antd";
import { useState } from "react";
import type { WebHook } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { SecretOnce } from "../../components/dialogs/SecretOnce";
import { DataTable } from "../../components/lists/DataTable";
import { Page } from "../../components/page/Page";
import { useChange } from "../../components/page/useChange";
import { EmptyState } from "../../components/states/EmptyState";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { AddHook } from "./AddHook";
import { Deliveries } from "./Deliveries";
import { deleteHook, hooksQuery, kindText, renewSecret, switchHook, testHook } from "./messages";

const COLORS: Record<string, string> = { on: "green", failed: "red" };
type DialogState = { kind: "secret" | "delete"; hook: WebHook } | { kind: "add" };

/** Addresses outside the center to which notices are sent. */
export default function WebHooksPage() {
  const { messages } = useTexts();
  const hooks = useQuery(hooksQuery);
  const [dialog, setDialog] = useState<DialogState>();
  const [created, setCreated] = useState<{ name: string; secret: string }>();
  const close = () => setDialog(undefined);
  const addButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog({ kind: "add" })}>
      {messages.addHook}
    </Button>
  );
  return (
    <Page title={messages.hooks} hint={messages.hooksHint} actions={addButton}>
      <QueryView query={hooks}>{({ items }) => <HookTable rows={items} open={setDialog} />}</QueryView>
      {dialog?.kind === "add" && <AddHook onCreated={setCreated} close={close} />}
      {dialog?.kind === "secret" && <RenewSecret hook={dialog.hook} onCreated={setCreated} close={close} />}
      {dialog?.kind === "delete" && <DeleteHook hook={dialog.hook} close={close} />}
      {created && (
        <SecretOnce
          title={messages.secretOf(created.name)}
          secrets={[{ label: messages.secretHint, value: created.secret }]}
          close={() => setCreated(undefined)}
        />
      )}
    </Page>
  );
}

interface HookDialogProps {
  hook: WebHook;
  close: () => void;
}

function RenewSecret({
  hook,
  onCreated,
  close,
}: HookDialogProps & { onCreated: (created: { name: string; secret: string }) => void }) {
  const { messages } = useTexts();
  return (
    <ConfirmDanger
      title={messages.newSecretTitle(hook.name)}
      okText={messages.newSecret}
      losses={messages.newSecretGoes}
      action={async () => onCreated({ name: hook.name, secret: await renewSecret(hook.id) })}
      close={close}
    />
  );
}

function DeleteHook({ hook, close }: HookDialogProps) {
  const { general, messages } = useTexts();
  return (
    <ConfirmDanger
      title={messages.deleteHook(hook.name)}
      okText={general.delete}
      losses={messages.deleteHookGoes}
      action={() => deleteHook(hook.id)}
      close={close}
    />
  );
}

function HookTable({ rows, open }: { rows: WebHook[]; open: (dialog: DialogState) => void }) {
  const texts = useTexts();
  const { general, messages } = texts;
  const columns: TableColumnsType<WebHook> = [
    { title: messages.hookName, dataIndex: "name", key: "name" },
    {
      title: messages.url,
      key: "url",
      render: (_, hook) => (
        <Typography.Text className="mono" style={{ overflowWrap: "anywhere" }}>
          {hook.url}
        </Typography.Text>
      ),
    },
    {
      title: messages.which,
      key: "kinds",
      render: (_, hook) => hook.kinds?.map((kind) => <Tag key={kind}>{kindText(texts, kind)}</Tag>) ?? messages.every,
    },
    { title: general.status, key: "status", render: (_, hook) => <Status hook={hook} /> },
    { title: general.actions, key: "actions", render: (_, hook) => <Actions hook={hook} open={open} /> },
  ];
  if (rows.length === 0) return <EmptyState title={messages.noHooks} hint={messages.noHooksHint} />;
  return (
    <DataTable
      columns={columns}
      dataSource={rows}
      rowKey="id"
      pagination={false}
      expandable={{ expandedRowRender: (hook) => <Deliveries hook={hook} /> }}
    />
  );
}

function Status({ hook }: { hook: WebHook }) {
  const { messages } = useTexts();
  return (
    <Flex vertical gap={4} align="flex-start">
      <Tag color={COLORS[hook.status]}>
        {messages.hookStates[hook.status as keyof typeof messages.hookStates] ?? hook.status}
      </Tag>
      {hook.failing_since && (
        <Typography.Text type="danger">
          {messages.failingSince}: <Moment at={hook.failing_since} />
        </Typography.Text>
      )}
    </Flex>
  );
}

function Actions({ hook, open }: { hook: WebHook; open: (dialog: DialogState) => void }) {
  const { general, messages } = useTexts();
  const sendTest = useChange(testHook, { successText: messages.testSaid });
  const switchStatus = useChange(switchHook, { successText: general.saved });
  const on = hook.status === "on";
  const actionLabel = (action: string) => `${action}: ${hook.name}`;
  const switchText = on ? messages.switchOff : messages.switchOn;
  return (
    <Flex gap={8} wrap>
      <Button
        size="small"
        aria-label={actionLabel(messages.testHook)}
        loading={sendTest.isPending}
        onClick={() => sendTest.mutate(hook.id)}
      >
        {messages.testHook}
      </Button>
      <Button
        size="small"
        aria-label={actionLabel(switchText)}
        loading={switchStatus.isPending}
        onClick={() => switchStatus.mutate({ id: hook.id, status: on ? "off" : "on" })}
      >
        {switchText}
      </Button>
      <Button size="small" aria-label={actionLabel(messages.newSecret)} onClick={() => open({ kind: "secret", hook })}>
        {messages.newSecret}
      </Button>
      <Button
        size="small"
        danger
        aria-label={actionLabel(general.delete)}
        onClick={() => open({ kind: "delete", hook })}
      >
        {general.delete}
      </Button>
    </Flex>
  );
}

import { Button, Flex, type TableColumnsType, Typography } from "antd";
import { useState } from "react";
import { useSession } from "../../api/session";
import type { EncryptionKey, EncryptionKeyVersion } from "../../api/types";
import { DataTable } from "../../components/lists/DataTable";
import { useChange } from "../../components/page/useChange";
import { Moment } from "../../components/values/Moment";
import { isSubAccount } from "../../permissions";
import { useTexts } from "../../texts/language";
import { AskDestruction, ConfirmDestruction } from "./DestroyVersion";
import { type VersionRef, withdrawDestruction } from "./encryptionKeys";
import { KeyState } from "./KeyState";
import type { PolicyResource } from "./policies";

interface KeyVersionsProps {
  place: PolicyResource;
  encryptionKey: EncryptionKey;
  mayChange: boolean;
}

/** The versions of a key, the newest first; old ones can be destroyed by two people. */
export function KeyVersions({ place, encryptionKey, mayChange }: KeyVersionsProps) {
  const { encryptionKeys, general } = useTexts();
  const subAccount = isSubAccount(useSession());
  const [dialog, setDialog] = useState<{ kind: "ask" | "confirm"; version: VersionRef }>();
  const close = () => setDialog(undefined);
  const columns: TableColumnsType<EncryptionKeyVersion> = [
    { title: encryptionKeys.number, key: "number", render: (_, { number }) => number },
    { title: encryptionKeys.algorithm, key: "algorithm", render: (_, { algorithm }) => algorithm },
    { title: general.status, key: "state", render: (_, version) => <VersionState version={version} /> },
    { title: encryptionKeys.made, key: "made", render: (_, version) => <Made version={version} /> },
    {
      title: encryptionKeys.retiredAt,
      key: "retired",
      render: (_, { retire_time: at }) => <Moment at={at} fallback="—" />,
    },
  ];
  if (mayChange && !subAccount && encryptionKey.mode === "center")
    columns.push({
      title: general.actions,
      key: "actions",
      render: (_, row) => {
        const version = { place, encryptionKey, number: row.number };
        return <VersionActions row={row} version={version} open={(kind) => setDialog({ kind, version })} />;
      },
    });
  return (
    <Flex vertical gap={12} data-testid="key-versions">
      <Typography.Text strong>{encryptionKeys.versions}</Typography.Text>
      <DataTable
        size="small"
        columns={columns}
        dataSource={encryptionKey.versions}
        rowKey="number"
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      />
      {dialog?.kind === "ask" && <AskDestruction version={dialog.version} close={close} />}
      {dialog?.kind === "confirm" && <ConfirmDestruction version={dialog.version} close={close} />}
    </Flex>
  );
}

function VersionState({ version: { state, destruction } }: { version: EncryptionKeyVersion }) {
  const { encryptionKeys } = useTexts();
  return (
    <Flex vertical align="flex-start" gap={4}>
      <KeyState state={state} />
      {destruction && (
        <Typography.Text type="warning">
          {encryptionKeys.asked(destruction.asked_by, destruction.reason)} · {encryptionKeys.confirmBefore}{" "}
          <Moment at={destruction.valid_until} />
        </Typography.Text>
      )}
    </Flex>
  );
}

function Made({ version: { add_time, made_by } }: { version: EncryptionKeyVersion }) {
  const { encryptionKeys } = useTexts();
  return (
    <Flex vertical>
      <Moment at={add_time} />
      <Typography.Text type="secondary">{encryptionKeys.by(made_by)}</Typography.Text>
    </Flex>
  );
}

interface VersionActionsProps {
  row: EncryptionKeyVersion;
  version: VersionRef;
  open: (kind: "ask" | "confirm") => void;
}

function VersionActions({ row: { state, destruction, number }, version, open }: VersionActionsProps) {
  const { encryptionKeys, general } = useTexts();
  const { user } = useSession();
  const withdraw = useChange(withdrawDestruction, { successText: general.saved });
  const label = (action: string) => `${action}: ${encryptionKeys.version(number)}`;
  if (state === "active" || state === "destroyed") return null;
  if (!destruction)
    return (
      <Button size="small" danger aria-label={label(encryptionKeys.destroy)} onClick={() => open("ask")}>
        {encryptionKeys.destroy}
      </Button>
    );
  return (
    <Flex gap={8} wrap>
      {destruction.asked_by !== user.username && (
        <Button size="small" danger aria-label={label(encryptionKeys.confirm)} onClick={() => open("confirm")}>
          {encryptionKeys.confirm}
        </Button>
      )}
      <Button
        size="small"
        aria-label={label(encryptionKeys.withdraw)}
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate(version)}
      >
        {encryptionKeys.withdraw}
      </Button>
    </Flex>
  );
}

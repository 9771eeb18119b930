import { Button, Flex, type TableColumnsType, Typography } from "antd";
import { useState } from "react";
import { useSession } from "../../api/session";
import type { EncryptionKey, EncryptionKeyVersion } from "../../api/types";
import { DataTable } from "../../components/lists/DataTable";
import { useChange } from "../../components/page/useChange";
import { HintTag } from "../../components/values/HintTag";
import { Moment } from "../../components/values/Moment";
import { isSubAccount } from "../../permissions";
import { useTexts } from "../../texts/language";
import { DestroyVersion, type DestructionStep } from "./DestroyVersion";
import { type VersionRef, withdrawDestruction } from "./encryptionKeys";
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
  const [dialog, setDialog] = useState<{ step: DestructionStep; version: VersionRef }>();
  const columns: TableColumnsType<EncryptionKeyVersion> = [
    { title: encryptionKeys.number, key: "number", render: (_, { number }) => number },
    { title: encryptionKeys.algorithm, key: "algorithm", render: (_, { algorithm }) => algorithm },
    { title: general.status, key: "state", render: (_, version) => <VersionState {...version} /> },
    {
      title: encryptionKeys.made,
      key: "made",
      render: (_, { add_time, made_by }) => (
        <>
          <Moment at={add_time} />
          <div>{encryptionKeys.by(made_by)}</div>
        </>
      ),
    },
  ];
  if (mayChange && !subAccount && encryptionKey.mode === "center")
    columns.push({
      title: general.actions,
      key: "actions",
      render: (_, row) => {
        const version = { place, encryptionKey, number: row.number };
        return <VersionActions row={row} version={version} open={(step) => setDialog({ step, version })} />;
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
      {dialog && <DestroyVersion {...dialog} close={() => setDialog(undefined)} />}
    </Flex>
  );
}

const COLORS: Record<string, string> = { active: "green", retiring: "blue", destroyed: "red" };

/** The state of a version, and whether somebody wants it destroyed. */
export function VersionState({ state, destruction }: Pick<EncryptionKeyVersion, "state" | "destruction">) {
  const { encryptionKeys } = useTexts();
  return (
    <Flex vertical align="flex-start" gap={4}>
      <HintTag
        text={encryptionKeys.states[state] ?? state}
        color={COLORS[state] ?? "default"}
        hint={encryptionKeys.stateHints[state]}
      />
      {destruction && (
        <Typography.Text type="warning">
          {encryptionKeys.asked(destruction.asked_by, destruction.reason)} · {encryptionKeys.confirmBefore}{" "}
          <Moment at={destruction.valid_until} />
        </Typography.Text>
      )}
    </Flex>
  );
}

interface VersionActionsProps {
  row: EncryptionKeyVersion;
  version: VersionRef;
  open: (step: DestructionStep) => void;
}

function VersionActions({ row: { state, destruction, number }, version, open }: VersionActionsProps) {
  const { encryptionKeys, general } = useTexts();
  const { user } = useSession();
  const withdraw = useChange(withdrawDestruction, { successText: general.saved });
  if (state === "active" || state === "destroyed") return null;
  const button = (text: string, press: () => void, danger = true) => (
    <Button size="small" danger={danger} aria-label={`${text}: ${encryptionKeys.version(number)}`} onClick={press}>
      {text}
    </Button>
  );
  if (!destruction) return button(encryptionKeys.destroy, () => open("ask"));
  return (
    <Flex gap={8} wrap>
      {destruction.asked_by !== user.username && button(encryptionKeys.confirm, () => open("confirm"))}
      {button(encryptionKeys.withdraw, () => withdraw.mutate(version), false)}
    </Flex>
  );
}

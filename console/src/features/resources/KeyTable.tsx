import { Button, Flex, type TableColumnsType, Tag, Typography } from "antd";
import type { EncryptionKey } from "../../api/types";
import { DataTable } from "../../components/lists/DataTable";
import { HintTag } from "../../components/values/HintTag";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { KeyFetches } from "./KeyFetches";
import { KeyVersions, VersionState } from "./KeyVersions";
import type { PolicyResource } from "./policies";

export interface KeyChange {
  kind: "rotate" | "schedule";
  encryptionKey: EncryptionKey;
}

interface KeyTableProps {
  place: PolicyResource;
  keys: EncryptionKey[];
  /** The reader may change them. */
  mayChange: boolean;
  open: (change: KeyChange) => void;
}

/** The keys of a place, each with its newest version; its other versions and who has them below. */
export function KeyTable({ place, keys, mayChange, open }: KeyTableProps) {
  const { encryptionKeys, general } = useTexts();
  const columns: TableColumnsType<EncryptionKey> = [
    { title: encryptionKeys.name, key: "name", render: (_, key) => <KeyName encryptionKey={key} /> },
    { title: encryptionKeys.number, key: "number", render: (_, { versions }) => versions[0]?.number },
    { title: encryptionKeys.algorithm, key: "algorithm", render: (_, { versions }) => versions[0]?.algorithm },
    {
      title: general.status,
      key: "state",
      render: (_, { versions: [newest] }) => newest && <VersionState state={newest.state} destruction={null} />,
    },
    { title: encryptionKeys.rotation, key: "rotation", render: (_, key) => <Rotation encryptionKey={key} /> },
  ];
  if (mayChange)
    columns.push({
      title: general.actions,
      key: "actions",
      render: (_, encryptionKey) => (
        <Flex gap={8} wrap>
          <Button size="small" onClick={() => open({ kind: "rotate", encryptionKey })}>
            {encryptionKeys.rotate}
          </Button>
          {encryptionKey.mode === "center" && (
            <Button size="small" onClick={() => open({ kind: "schedule", encryptionKey })}>
              {encryptionKeys.schedule}
            </Button>
          )}
        </Flex>
      ),
    });
  return (
    <DataTable
      size="small"
      columns={columns}
      dataSource={keys}
      rowKey="name"
      pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
      expandable={{
        expandedRowRender: (key) => (
          <Flex vertical gap={24}>
            <KeyVersions place={place} encryptionKey={key} mayChange={mayChange} />
            <KeyFetches place={place} encryptionKey={key} />
          </Flex>
        ),
      }}
    />
  );
}

function KeyName({ encryptionKey: { name, mode, versions } }: { encryptionKey: EncryptionKey }) {
  const { encryptionKeys } = useTexts();
  const waiting = versions.filter(({ destruction }) => destruction);
  return (
    <Flex gap={8} wrap>
      <span className="mono long">{name}</span>
      {mode === "customer" && <HintTag text={encryptionKeys.customer} color="orange" hint={encryptionKeys.noEscrow} />}
      {waiting.map(({ number }) => (
        <Tag key={number} color="orange">
          {encryptionKeys.destructionWaits(number)}
        </Tag>
      ))}
    </Flex>
  );
}

function Rotation({ encryptionKey: { rotate_days: days, next_rotation: next } }: { encryptionKey: EncryptionKey }) {
  const { encryptionKeys } = useTexts();
  if (days === null) return encryptionKeys.byHand;
  return (
    <Flex vertical>
      {encryptionKeys.everyDays(days)}
      <Typography.Text type="secondary">
        {next ? encryptionKeys.nextRotation : encryptionKeys.replaced}
        {next && <Moment at={next} />}
      </Typography.Text>
    </Flex>
  );
}

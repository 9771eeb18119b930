import { Button, Flex, type TableColumnsType, Typography } from "antd";
import type { EncryptionKey, EncryptionKeyVersion } from "../../api/types";
import { DataTable } from "../../components/lists/DataTable";
import { HintTag } from "../../components/values/HintTag";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";

interface KeyTableProps {
  keys: EncryptionKey[];
  /** The reader may change them. */
  mayChange: boolean;
  rotate: (key: EncryptionKey) => void;
}

type Row = EncryptionKeyVersion & { key: EncryptionKey };

const COLORS: Record<string, string> = { active: "green", retiring: "blue", destroyed: "red" };
const PAGE_SIZE = 20;

/** The keys of a place, a line for each version, the newest first. */
export function KeyTable({ keys, mayChange, rotate }: KeyTableProps) {
  const { encryptionKeys, general } = useTexts();
  const rows = keys.flatMap((key) => key.versions.map((version) => ({ ...version, key })));
  const columns: TableColumnsType<Row> = [
    {
      title: encryptionKeys.name,
      key: "name",
      render: (_, { key }) => (
        <Flex gap={8} wrap>
          <span className="mono long">{key.name}</span>
          {key.mode === "customer" && (
            <HintTag text={encryptionKeys.customer} color="orange" hint={encryptionKeys.noEscrow} />
          )}
        </Flex>
      ),
    },
    { title: encryptionKeys.number, key: "number", render: (_, { number }) => number },
    { title: encryptionKeys.algorithm, key: "algorithm", render: (_, { algorithm }) => algorithm },
    {
      title: general.status,
      key: "state",
      render: (_, { state }) => (
        <HintTag
          text={encryptionKeys.states[state] ?? state}
          color={COLORS[state] ?? "default"}
          hint={encryptionKeys.stateHints[state]}
        />
      ),
    },
    {
      title: encryptionKeys.made,
      key: "made",
      render: (_, { add_time, made_by }) => (
        <Flex vertical>
          <Moment at={add_time} />
          <Typography.Text type="secondary">{encryptionKeys.by(made_by)}</Typography.Text>
        </Flex>
      ),
    },
  ];
  if (mayChange)
    columns.push({
      title: general.actions,
      key: "actions",
      render: (_, { key, number }) =>
        number === key.versions[0]?.number && (
          <Button size="small" onClick={() => rotate(key)}>
            {encryptionKeys.rotate}
          </Button>
        ),
    });
  const pages = rows.length > PAGE_SIZE && { pageSize: PAGE_SIZE, showSizeChanger: false };
  return (
    <DataTable
      size="small"
      columns={columns}
      dataSource={rows}
      rowKey={({ key, number }) => `${key.name} ${number}`}
      pagination={pages}
    />
  );
}

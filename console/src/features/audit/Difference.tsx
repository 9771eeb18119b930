import { Table, type TableColumnsType, Typography } from "antd";
import { useTexts } from "../../texts/language";

type Facts = Record<string, unknown> | null;

interface Line {
  field: string;
  before: unknown;
  after: unknown;
}

/** What a change changed, field by field; what stayed the same is left out. */
export function Difference({ before, after }: { before: Facts; after: Facts }) {
  const { audit } = useTexts();
  const lines = difference(before ?? {}, after ?? {});
  if (lines.length === 0) return <Typography.Text type="secondary">{audit.unchanged}</Typography.Text>;
  const columns: TableColumnsType<Line> = [
    { title: audit.what, dataIndex: "field", key: "field", render: (field) => <span className="mono">{field}</span> },
    { title: audit.before, key: "before", render: (_, line) => <Value value={line.before} gone /> },
    { title: audit.after, key: "after", render: (_, line) => <Value value={line.after} /> },
  ];
  return <Table size="small" columns={columns} dataSource={lines} rowKey="field" pagination={false} />;
}

function difference(before: Record<string, unknown>, after: Record<string, unknown>): Line[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((line) => JSON.stringify(line.before) !== JSON.stringify(line.after));
}

function Value({ value, gone }: { value: unknown; gone?: boolean }) {
  if (value === undefined || value === null) return <Typography.Text type="secondary">—</Typography.Text>;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return (
    <Typography.Text delete={gone} className="mono">
      {text}
    </Typography.Text>
  );
}

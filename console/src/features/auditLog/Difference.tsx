import { Table, type TableColumnsType, Typography } from "antd";
import { type ChangedField, changedFields } from "../../components/values/changedFields";
import { useTexts } from "../../texts/language";
import { Fact } from "./Fact";

type Facts = Record<string, unknown> | null;

/** The changed fields of an entry; unchanged ones are left out. */
export function Difference({ before, after }: { before: Facts; after: Facts }) {
  const { auditLog } = useTexts();
  const lines = changedFields(before ?? {}, after ?? {});
  if (lines.length === 0) return <Typography.Text type="secondary">{auditLog.unchanged}</Typography.Text>;
  const columns: TableColumnsType<ChangedField> = [
    { title: auditLog.field, key: "field", width: "26%", render: (_, { field }) => <FieldName field={field} /> },
    ...(before
      ? [
          {
            title: auditLog.before,
            key: "before",
            render: (_: unknown, line: ChangedField) => <OldValue line={line} />,
          },
        ]
      : []),
    ...(after
      ? [
          {
            title: auditLog.after,
            key: "after",
            render: (_: unknown, line: ChangedField) => <Fact field={line.field} value={line.after} />,
          },
        ]
      : []),
  ];
  return (
    <Table
      className="difference"
      size="small"
      tableLayout="fixed"
      columns={columns}
      dataSource={lines}
      rowKey="field"
      pagination={false}
    />
  );
}

/** The console's word for a column of the database; else the column's name. */
function FieldName({ field }: { field: string }) {
  const { auditLog } = useTexts();
  const word = auditLog.fields[field];
  return word ? <span title={field}>{word}</span> : <span className="mono">{field}</span>;
}

/** The old value, struck through; nothing if there was none. */
function OldValue({ line }: { line: ChangedField }) {
  const fact = <Fact field={line.field} value={line.before} />;
  return line.before === undefined || line.before === null || line.before === "" ? fact : <del>{fact}</del>;
}

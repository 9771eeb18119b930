import { Button, type TableColumnsType } from "antd";
import { useTexts } from "../../texts/language";
import { EmptyState } from "../states/EmptyState";
import { Moment } from "../values/Moment";
import { DataTable } from "./DataTable";

interface DeletableTableProps<Row> {
  rows: Row[];
  /** The first columns. Columns for end, creation and last use follow, if the rows have these fields. */
  columns: TableColumnsType<Row>;
  remove: (row: Row) => void;
  /** Title when there are no rows. */
  none: string;
  noneHint: string;
}

interface Credential {
  id: number;
  add_time: number;
  last_use: number | null;
  /** Null: valid until it is deleted; missing: such credentials have no end. */
  valid_until?: number | null;
}

/** A short list of credentials, each of which can be deleted. */
export function DeletableTable<Row extends Credential>({
  rows,
  columns,
  remove,
  none,
  noneHint,
}: DeletableTableProps<Row>) {
  const { general, tokens } = useTexts();
  if (rows.length === 0) return <EmptyState title={none} hint={noneHint} />;
  const untilColumn: TableColumnsType<Row> = [
    {
      title: general.validUntil,
      key: "until",
      render: (_, row) => <Moment at={row.valid_until} fallback={tokens.untilDeleted} />,
    },
  ];
  const allColumns: TableColumnsType<Row> = [
    ...columns,
    ...(rows.some((row) => row.valid_until !== undefined) ? untilColumn : []),
    { title: general.added, key: "added", render: (_, row) => <Moment at={row.add_time} /> },
    { title: tokens.lastUsed, key: "used", render: (_, row) => <Moment at={row.last_use} /> },
    {
      title: general.actions,
      key: "actions",
      render: (_, row) => (
        <Button size="small" danger onClick={() => remove(row)}>
          {general.delete}
        </Button>
      ),
    },
  ];
  return <DataTable size="small" columns={allColumns} dataSource={rows} rowKey="id" pagination={false} />;
}

import { Table, type TableColumnsType, type TableProps } from "antd";
import { useTexts } from "../../texts/language";

/**
 * A table that never scrolls sideways: long names break, and on a narrow screen each row becomes a list of its cells,
 * each under the title of its column (styles.css).
 */
export function DataTable<T extends object>({ columns = [], expandable, ...props }: TableProps<T>) {
  const { general } = useTexts();
  const opens = expandable && { columnTitle: <span className="unseen">{general.details}</span>, ...expandable };
  return (
    <div className="data-table">
      <Table<T> {...props} expandable={opens} columns={columns.map(withLabel)} />
    </div>
  );
}

function withLabel<T>(column: TableColumnsType<T>[number]): TableColumnsType<T>[number] {
  const label = typeof column.title === "string" ? column.title : undefined;
  return { ...column, onCell: () => ({ className: "data-cell", "data-label": label }) as object };
}

import { SearchOutlined } from "@ant-design/icons";
import { Flex, Input, type TableColumnsType, Typography } from "antd";
import { type ReactNode, useDeferredValue, useState } from "react";
import { DataTable } from "../../components/lists/DataTable";
import { useTexts } from "../../texts/language";

interface LineTableProps<T> {
  rows: readonly T[];
  columns: TableColumnsType<T>;
  rowKey: (row: T) => string;
  /** The text of a row that is searched. */
  words: (row: T) => string;
  /** How many rows there are in all; `rows` may hold only the first. */
  total?: number;
  label?: string;
  hint?: string;
  filters?: ReactNode;
  empty?: ReactNode;
}

/** A list that was loaded as a whole, searched and paged in the browser: only one page is drawn. */
export function LineTable<T extends object>(props: LineTableProps<T>) {
  const { clusterImport, general } = useTexts();
  const { rows, columns, rowKey, words, total = rows.length, label = clusterImport.find } = props;
  const [q, setQ] = useState("");
  const search = useDeferredValue(q.trim().toLowerCase());
  const matches = search ? rows.filter((row) => words(row).toLowerCase().includes(search)) : [...rows];
  return (
    <Flex vertical gap={12}>
      {props.hint && <Typography.Text type="secondary">{props.hint}</Typography.Text>}
      <Flex gap={8} wrap>
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          placeholder={label}
          aria-label={label}
          value={q}
          onChange={(event) => setQ(event.target.value)}
          style={{ maxWidth: 280 }}
        />
        {props.filters}
      </Flex>
      <DataTable<T>
        size="small"
        columns={columns}
        dataSource={matches}
        rowKey={rowKey}
        pagination={{
          defaultPageSize: 20,
          hideOnSinglePage: matches.length <= 10,
          showTotal: (number) => general.total(number, true),
        }}
        locale={{ emptyText: search ? general.nothingFound : (props.empty ?? clusterImport.empty) }}
      />
      {total > rows.length && (
        <Typography.Text type="secondary">{clusterImport.cut(rows.length, total)}</Typography.Text>
      )}
    </Flex>
  );
}

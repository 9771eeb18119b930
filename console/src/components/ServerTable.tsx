import { SearchOutlined } from "@ant-design/icons";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Flex, Input, Table, type TableColumnsType } from "antd";
import type { SorterResult } from "antd/es/table/interface";
import { type ReactNode, useEffect, useState } from "react";
import { useTexts } from "../texts/language";
import { ErrorState } from "./ErrorState";
import type { ListPage, PageQuery } from "./listPage";
import { TablePages } from "./TablePages";
import { useCursor } from "./useCursor";

interface ServerTableProps<T, S extends string> {
  /** Tells lists apart; filters belong into it, so that another filter starts at the first page. */
  name: readonly unknown[];
  load: (query: PageQuery<S>) => Promise<ListPage<T>>;
  /** A column with `sorter` has the name that the API sorts by as its key. */
  columns: TableColumnsType<T>;
  rowKey: (row: T) => string | number;
  empty: ReactNode;
  /** Placeholder of the search field; none: no search. */
  search?: string;
  filters?: ReactNode;
  expand?: (row: T) => ReactNode;
  /** Rows can be chosen, over several pages. */
  select?: { chosen: T[]; choose: (rows: T[]) => void };
  /** Rows that count no more are shown paler. */
  faded?: (row: T) => boolean;
}

/** A table that pages, sorts, searches and filters on the server: 100,000 rows cost what one page costs. */
export function ServerTable<T extends object, S extends string = never>(props: ServerTableProps<T, S>) {
  const { general } = useTexts();
  const [written, setWritten] = useState("");
  const q = useSettled(written.trim());
  const [sort, setSort] = useState<S>();
  const pages = useCursor(JSON.stringify([props.name, q, sort]));
  const query = useQuery({
    queryKey: [...props.name, q, sort, pages.cursor, pages.limit],
    queryFn: () => props.load({ limit: pages.limit, cursor: pages.cursor, q: q || undefined, sort }),
    placeholderData: keepPreviousData,
  });
  const filtered = q !== "";
  return (
    <Flex vertical gap={12}>
      {(props.search || props.filters) && (
        <Flex gap={8} wrap>
          {props.search && (
            <Input
              allowClear
              prefix={<SearchOutlined aria-hidden />}
              placeholder={props.search}
              aria-label={props.search}
              value={written}
              onChange={(event) => setWritten(event.target.value)}
              style={{ maxWidth: 280 }}
            />
          )}
          {props.filters}
        </Flex>
      )}
      {query.isError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Table<T>
          size="middle"
          columns={props.columns.map((column) => placed(column, sort))}
          onChange={(_, __, sorted) => setSort(sortName(sorted) as S | undefined)}
          showSorterTooltip={false}
          dataSource={query.data?.items ?? []}
          rowKey={props.rowKey}
          loading={query.isPending || query.isPlaceholderData}
          pagination={false}
          scroll={{ x: "max-content" }}
          rowSelection={
            props.select && {
              preserveSelectedRowKeys: true,
              selectedRowKeys: props.select.chosen.map(props.rowKey),
              onChange: (_, rows) => props.select?.choose(rows),
            }
          }
          rowClassName={(row) => (props.faded?.(row) ? "faded" : "")}
          expandable={props.expand && { expandedRowRender: props.expand }}
          locale={{ emptyText: query.isPending ? " " : filtered ? general.nothingFound : props.empty }}
        />
      )}
      <TablePages pages={pages} page={query.data} waiting={query.isPlaceholderData} />
    </Flex>
  );
}

/** The order a column is in, and the actions always in sight at the end. */
function placed<T>(column: TableColumnsType<T>[number], sort: string | undefined): TableColumnsType<T>[number] {
  if (column.key === "actions") return { ...column, fixed: "end" };
  if (!column.sorter) return column;
  const order = sort === column.key ? "ascend" : sort === `-${String(column.key)}` ? "descend" : null;
  return { ...column, sortOrder: order };
}

/** `name` upwards, `-name` downwards. */
function sortName<T>(sorted: SorterResult<T> | SorterResult<T>[]): string | undefined {
  const one = Array.isArray(sorted) ? sorted[0] : sorted;
  if (!one?.order) return undefined;
  return `${one.order === "descend" ? "-" : ""}${String(one.columnKey)}`;
}

/** The value once it has not changed for a moment, so that typing does not ask the server at every key. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 250);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

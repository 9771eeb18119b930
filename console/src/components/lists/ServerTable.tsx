import { SearchOutlined } from "@ant-design/icons";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Flex, Input, type TableColumnsType } from "antd";
import type { SorterResult } from "antd/es/table/interface";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Problem } from "../../api/problem";
import { useTexts } from "../../texts/language";
import { ErrorState } from "../states/ErrorState";
import { DataTable } from "./DataTable";
import type { ListPage, PageQuery } from "./listPage";
import { TablePages } from "./TablePages";
import { useCursor } from "./useCursor";
import { useListAddress } from "./useListAddress";

interface ServerTableProps<T, S extends string> {
  /** The name of the list in the address, if a screen has several. */
  list?: string;
  /** Query key of the list. It must contain the filters, so that another filter starts at the first page. */
  queryKey: readonly unknown[];
  load: (query: PageQuery<S>) => Promise<ListPage<T>>;
  /** The key of a column with `sorter` must be the name that the API sorts by. */
  columns: TableColumnsType<T>;
  rowKey: (row: T) => string | number;
  empty: ReactNode;
  /** Placeholder of the search field; none: no search. */
  search?: string;
  filters?: ReactNode;
  expand?: (row: T) => ReactNode;
  /** Rows can be chosen, over several pages; all of them, or those that `may` names. */
  select?: { selected: T[]; onSelect: (rows: T[]) => void; may?: (row: T) => boolean };
  /** True for rows that no longer count; they are shown paler. */
  faded?: (row: T) => boolean;
}

/** A table that pages, sorts, searches and filters on the server, so that 100,000 rows cost no more than one page. */
export function ServerTable<T extends object, S extends string = never>(props: ServerTableProps<T, S>) {
  const { general } = useTexts();
  const address = useListAddress(props.list);
  const q = address.get("q") ?? "";
  const sort = address.get("sort", sortNames(props.columns)) as S | undefined;
  const pages = useCursor(address);
  const query = useQuery({
    queryKey: [...props.queryKey, q, sort, pages.cursor, pages.limit],
    queryFn: () => props.load({ limit: pages.limit, cursor: pages.cursor, q: q || undefined, sort }),
    placeholderData: keepPreviousData,
  });
  const unknownCursor = pages.cursor !== undefined && refusesCursor(query.error);
  useEffect(() => {
    if (unknownCursor) address.restart();
  });
  const searching = q !== "";
  return (
    <Flex vertical gap={12}>
      {(props.search || props.filters) && (
        <Flex gap={8} wrap>
          {props.search && <Search label={props.search} q={q} onSearch={(next) => address.set({ q: next })} />}
          {props.filters}
        </Flex>
      )}
      {query.isError && !unknownCursor ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : (
        <DataTable<T>
          size="middle"
          columns={props.columns.map((column) => withSortOrder(column, sort))}
          onChange={(_, __, sorter) => address.set({ sort: sortName(sorter) })}
          showSorterTooltip={false}
          dataSource={query.data?.items ?? []}
          rowKey={props.rowKey}
          loading={query.isPending || query.isPlaceholderData || unknownCursor}
          pagination={false}
          rowSelection={
            props.select && {
              preserveSelectedRowKeys: true,
              selectedRowKeys: props.select.selected.map(props.rowKey),
              onChange: (_, rows) => props.select?.onSelect(rows),
              getCheckboxProps: (row) => ({ disabled: props.select?.may?.(row) === false }),
            }
          }
          rowClassName={(row) => (props.faded?.(row) ? "faded" : "")}
          expandable={
            props.expand && { expandedRowRender: (row) => <div className="expanded">{props.expand?.(row)}</div> }
          }
          locale={{
            emptyText: query.isPending || unknownCursor ? " " : searching ? general.nothingFound : props.empty,
          }}
        />
      )}
      <TablePages pages={pages} page={query.data} isPrevious={query.isPlaceholderData} />
    </Flex>
  );
}

/** Whether the service does not know the cursor: it comes from an old link, or from another list. */
function refusesCursor(error: unknown): boolean {
  return error instanceof Problem && error.errors.some(({ field }) => field === "cursor");
}

/** The order a column is in. */
function withSortOrder<T>(column: TableColumnsType<T>[number], sort: string | undefined): TableColumnsType<T>[number] {
  if (!column.sorter) return column;
  const order = sort === column.key ? "ascend" : sort === `-${String(column.key)}` ? "descend" : null;
  return { ...column, sortOrder: order };
}

/** `name` upwards, `-name` downwards. */
function sortName<T>(sorters: SorterResult<T> | SorterResult<T>[]): string | undefined {
  const sorter = Array.isArray(sorters) ? sorters[0] : sorters;
  if (!sorter?.order) return undefined;
  return `${sorter.order === "descend" ? "-" : ""}${String(sorter.columnKey)}`;
}

/** The names that the list can be sorted by, each upwards and downwards. */
function sortNames<T>(columns: TableColumnsType<T>): string[] {
  return columns.filter((column) => column.sorter).flatMap(({ key }) => [String(key), `-${String(key)}`]);
}

const DEBOUNCE_MS = 250;

interface SearchProps {
  label: string;
  q: string;
  onSearch: (q: string) => void;
}

/** The search field. It asks the server when typing pauses, and follows the address when the reader goes back. */
function Search({ label, q, onSearch }: SearchProps) {
  const [text, setText] = useState(q);
  const lastSearch = useRef(q);
  if (lastSearch.current !== q) {
    lastSearch.current = q;
    setText(q);
  }
  useEffect(() => {
    const search = text.trim();
    if (search === lastSearch.current) return;
    const timer = setTimeout(() => {
      lastSearch.current = search;
      onSearch(search);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <Input
      allowClear
      prefix={<SearchOutlined aria-hidden />}
      placeholder={label}
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      style={{ maxWidth: 280 }}
    />
  );
}

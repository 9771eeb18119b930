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
  /** Its name in the address, if a screen has several lists. */
  list?: string;
  /** Query key of the list. It must contain the filters, so that another filter starts at the first page. */
  name: readonly unknown[];
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
  select?: { chosen: T[]; choose: (rows: T[]) => void; may?: (row: T) => boolean };
  /** True for rows that no longer count; they are shown paler. */
  faded?: (row: T) => boolean;
}

/** A table that pages, sorts, searches and filters on the server, so that 100,000 rows cost no more than one page. */
export function ServerTable<T extends object, S extends string = never>(props: ServerTableProps<T, S>) {
  const { general } = useTexts();
  const address = useListAddress(props.list);
  const q = address.one("q") ?? "";
  const sort = address.one("sort", sorts(props.columns)) as S | undefined;
  const pages = useCursor(address);
  const query = useQuery({
    queryKey: [...props.name, q, sort, pages.cursor, pages.limit],
    queryFn: () => props.load({ limit: pages.limit, cursor: pages.cursor, q: q || undefined, sort }),
    placeholderData: keepPreviousData,
  });
  const strange = pages.cursor !== undefined && refusesCursor(query.error);
  useEffect(() => {
    if (strange) address.restart();
  });
  const filtered = q !== "";
  return (
    <Flex vertical gap={12}>
      {(props.search || props.filters) && (
        <Flex gap={8} wrap>
          {props.search && <Search label={props.search} q={q} find={(next) => address.set({ q: next })} />}
          {props.filters}
        </Flex>
      )}
      {query.isError && !strange ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : (
        <DataTable<T>
          size="middle"
          columns={props.columns.map((column) => placed(column, sort))}
          onChange={(_, __, sorted) => address.set({ sort: sortName(sorted) })}
          showSorterTooltip={false}
          dataSource={query.data?.items ?? []}
          rowKey={props.rowKey}
          loading={query.isPending || query.isPlaceholderData || strange}
          pagination={false}
          rowSelection={
            props.select && {
              preserveSelectedRowKeys: true,
              selectedRowKeys: props.select.chosen.map(props.rowKey),
              onChange: (_, rows) => props.select?.choose(rows),
              getCheckboxProps: (row) => ({ disabled: props.select?.may?.(row) === false }),
            }
          }
          rowClassName={(row) => (props.faded?.(row) ? "faded" : "")}
          expandable={
            props.expand && { expandedRowRender: (row) => <div className="expanded">{props.expand?.(row)}</div> }
          }
          locale={{ emptyText: query.isPending || strange ? " " : filtered ? general.nothingFound : props.empty }}
        />
      )}
      <TablePages pages={pages} page={query.data} waiting={query.isPlaceholderData} />
    </Flex>
  );
}

/** Whether the service does not know the cursor: it comes from an old link, or from another list. */
function refusesCursor(error: unknown): boolean {
  return error instanceof Problem && error.errors.some(({ field }) => field === "cursor");
}

/** The order a column is in. */
function placed<T>(column: TableColumnsType<T>[number], sort: string | undefined): TableColumnsType<T>[number] {
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

/** The names that the list can be sorted by, each upwards and downwards. */
function sorts<T>(columns: TableColumnsType<T>): string[] {
  return columns.filter((each) => each.sorter).flatMap(({ key }) => [String(key), `-${String(key)}`]);
}

const SETTLED_MS = 250;

interface SearchProps {
  label: string;
  q: string;
  find: (q: string) => void;
}

/** The search field. It asks the server when typing pauses, and follows the address when the reader goes back. */
function Search({ label, q, find }: SearchProps) {
  const [written, setWritten] = useState(q);
  const known = useRef(q);
  if (known.current !== q) {
    known.current = q;
    setWritten(q);
  }
  useEffect(() => {
    const wanted = written.trim();
    if (wanted === known.current) return;
    const timer = setTimeout(() => {
      known.current = wanted;
      find(wanted);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  });
  return (
    <Input
      allowClear
      prefix={<SearchOutlined aria-hidden />}
      placeholder={label}
      aria-label={label}
      value={written}
      onChange={(event) => setWritten(event.target.value)}
      style={{ maxWidth: 280 }}
    />
  );
}

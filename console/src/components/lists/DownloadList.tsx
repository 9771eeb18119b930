import { DownloadOutlined } from "@ant-design/icons";
import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTexts } from "../../texts/language";
import { ErrorState } from "../states/ErrorState";
import { csvText } from "../values/csv";
import { saveFile } from "../values/download";
import type { ListPage, PageQuery } from "./listPage";
import { useListAddress } from "./useListAddress";

interface DownloadListProps<T> {
  /** Of the file, without its ending. */
  name: string;
  load: (query: PageQuery) => Promise<ListPage<T>>;
  /** What the table has of a row, by the titles of its columns; undefined: all that the API tells. */
  cells?: (row: T) => object;
}

const AT_ONCE = 500;

/** Saves a list with all its pages as a table for spreadsheets, and says meanwhile how many rows it has. */
export function DownloadList<T extends object>({ name, load, cells = (row) => row }: DownloadListProps<T>) {
  const { auditLog, general } = useTexts();
  const { get } = useListAddress();
  const [count, setCount] = useState(0);
  const download = useMutation({
    mutationFn: async () => {
      const rows: object[] = [];
      let cursor: string | undefined;
      do {
        const page = await load({ limit: AT_ONCE, cursor, q: get("q") });
        rows.push(...page.items.map(cells));
        setCount(rows.length);
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      saveFile(`${name}.csv`, csvText([Object.keys(rows[0] ?? {}), ...rows.map(Object.values)]), "text/csv");
    },
  });
  return (
    <>
      <Button icon={<DownloadOutlined />} loading={download.isPending} onClick={() => download.mutate()}>
        {download.isPending && count > 0 ? general.total(count, false) : auditLog.download}
      </Button>
      {download.isError && <ErrorState error={download.error} />}
    </>
  );
}

import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { Button, Flex, Select, Typography } from "antd";
import { useTexts } from "../../texts/language";
import type { ListPage } from "./listPage";
import { type Cursor, PAGE_SIZES } from "./useCursor";

interface TablePagesProps {
  pages: Cursor;
  page: ListPage<unknown> | undefined;
  /** `page` is still the previous one, until this one is loaded: its next cursor must not be used. */
  isPrevious: boolean;
}

/** Back, forward and the number of rows, under a table with more than one page. */
export function TablePages({ pages, page, isPrevious }: TablePagesProps) {
  const { general } = useTexts();
  const next = page?.next_cursor;
  if (!page || (pages.page === 1 && !next && pages.limit === 20 && page.items.length < 10)) return null;
  return (
    <Flex gap={8} align="center" justify="flex-end" wrap>
      {typeof page.total === "number" && (
        <Typography.Text type="secondary">{general.total(page.total, page.total_is_exact !== false)}</Typography.Text>
      )}
      <Button
        icon={<LeftOutlined />}
        aria-label={general.previous}
        title={general.previous}
        disabled={pages.page === 1}
        onClick={pages.back}
      />
      <span>{pages.page}</span>
      <Button
        icon={<RightOutlined />}
        aria-label={general.next}
        title={general.next}
        disabled={!next || isPrevious}
        onClick={() => next && pages.forward(next)}
      />
      <Select
        value={pages.limit}
        onChange={pages.setLimit}
        aria-label={general.pageSize(pages.limit)}
        options={PAGE_SIZES.map((value) => ({ value, label: general.pageSize(value) }))}
      />
    </Flex>
  );
}

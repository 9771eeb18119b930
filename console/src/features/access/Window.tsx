import { Flex, Tag } from "antd";
import type { Grant } from "../../api/types";
import { shortTime, span } from "../../components/values/Moment";
import { useLanguage, useTexts } from "../../texts/language";

type Windowed = Pick<Grant, "valid_from" | "valid_until">;

const SOON = 14 * 24 * 3_600_000;

/** Whether the grant's window is over. */
export const isOver = ({ valid_until: until }: Windowed) => until !== null && until <= Date.now();

/** The window of a grant, if it has one, with a warning if it is not open now or ends soon. */
export function Window({ grant }: { grant: Windowed }) {
  const { access, general, giving } = useTexts();
  const { language } = useLanguage();
  const { valid_from: from, valid_until: until } = grant;
  if (from === null && until === null) return null;
  const now = Date.now();
  const edge = (at: number | null) => (at === null ? "…" : shortTime(at, language));
  const left = until === null ? null : until - now;
  return (
    <Flex vertical gap={2} align="flex-start">
      <span style={{ fontSize: 12 }}>
        {access.window}: {edge(from)} – {edge(until)}
      </span>
      {from !== null && from > now && <Tag color="blue">{access.notYet}</Tag>}
      {left !== null && left <= 0 && <Tag color="orange">{access.over}</Tag>}
      {left !== null && left > 0 && left <= SOON && <Tag color="gold">{giving.endsIn(span(left, general))}</Tag>}
    </Flex>
  );
}

import { Flex, Tag } from "antd";
import type { Grant } from "../../api/types";
import { shortTime } from "../../components/Moment";
import { useLanguage, useTexts } from "../../texts/language";

/** When a grant counts, if not always; says so when it does not count now. */
export function Window({ grant }: { grant: Pick<Grant, "valid_from" | "valid_until"> }) {
  const { access } = useTexts();
  const { language } = useLanguage();
  const { valid_from: from, valid_until: until } = grant;
  if (from === null && until === null) return null;
  const now = Date.now();
  const edge = (at: number | null) => (at === null ? "…" : shortTime(at, language));
  return (
    <Flex vertical gap={2} align="flex-start">
      <span style={{ fontSize: 12 }}>
        {access.window}: {edge(from)} – {edge(until)}
      </span>
      {from !== null && from > now && <Tag color="blue">{access.notYet}</Tag>}
      {until !== null && until <= now && <Tag color="orange">{access.over}</Tag>}
    </Flex>
  );
}

import { Flex, Tag } from "antd";
import type { Grant } from "../../api/types";
import { shortTime } from "../../components/Moment";
import { useLanguage, useTexts } from "../../texts/language";

/** When a grant counts; says so when it does not count now. */
export function Window({ grant }: { grant: Pick<Grant, "valid_from" | "valid_until"> }) {
  const { access, general } = useTexts();
  const { language } = useLanguage();
  const { valid_from: from, valid_until: until } = grant;
  if (from === null && until === null) return <span>{general.unlimited}</span>;
  const now = Date.now();
  const edge = (at: number | null) => (at === null ? "…" : shortTime(at, language));
  return (
    <Flex vertical gap={2} align="flex-start">
      <span>
        {edge(from)} – {edge(until)}
      </span>
      {from !== null && from > now && <Tag color="blue">{access.notYet}</Tag>}
      {until !== null && until <= now && <Tag color="orange">{access.over}</Tag>}
    </Flex>
  );
}

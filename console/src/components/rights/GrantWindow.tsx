import { Flex, Tag } from "antd";
import type { Grant } from "../../api/types";
import { MEANINGS } from "../../design";
import { useLanguage, useTexts } from "../../texts/language";
import { durationText, shortTime } from "../values/Moment";

type GrantTimes = Pick<Grant, "valid_from" | "valid_until">;

const SOON_MS = 14 * 24 * 3_600_000;

/** Whether the grant's window is over. */
export const isOver = ({ valid_until: until }: GrantTimes) => until !== null && until <= Date.now();

/** Whether it ends within two weeks, or has ended. */
export const endsSoon = ({ valid_until: until }: GrantTimes) => until !== null && until - Date.now() <= SOON_MS;

/** The window of a grant, if it has one, with a warning if it is not open now or ends soon. */
export function GrantWindow({ grant }: { grant: GrantTimes }) {
  const { access, general, giving } = useTexts();
  const { language } = useLanguage();
  const { valid_from: from, valid_until: until } = grant;
  if (from === null && until === null) return null;
  const now = Date.now();
  const boundText = (at: number | null) => (at === null ? "…" : shortTime(at, language));
  const remaining = until === null ? null : until - now;
  return (
    <Flex vertical gap={2} align="flex-start">
      <span style={{ fontSize: 12 }}>
        {from === null
          ? `${access.until} ${boundText(until)}`
          : `${access.window}: ${boundText(from)} – ${boundText(until)}`}
      </span>
      {from !== null && from > now && <Tag color="blue">{access.notYet}</Tag>}
      {remaining !== null && remaining <= 0 && <Tag color={MEANINGS.ending}>{access.over}</Tag>}
      {remaining !== null && remaining > 0 && remaining <= SOON_MS && (
        <Tag color={MEANINGS.ending}>{giving.endsIn(durationText(remaining, general))}</Tag>
      )}
    </Flex>
  );
}

import { Tooltip } from "antd";
import { useLanguage, useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface MomentProps {
  at: number | null | undefined;
  fallback?: string;
  /** Shows seconds, too. */
  seconds?: boolean;
}

/** A time in epoch milliseconds, in the reader's language and zone; null reads as `never`. */
export function Moment({ at, fallback, seconds = false }: MomentProps) {
  const { language } = useLanguage();
  const { general } = useTexts();
  if (!at) return <span>{fallback ?? general.never}</span>;
  const fullTime = new Date(at).toLocaleString(language, { dateStyle: "full", timeStyle: "long" });
  return (
    <Tooltip title={fullTime}>
      <time dateTime={new Date(at).toISOString()} style={{ whiteSpace: "nowrap" }}>
        {shortTime(at, language, seconds ? "medium" : "short")}
      </time>
    </Tooltip>
  );
}

export function shortTime(at: number, language: string, timeStyle: "short" | "medium" = "short"): string {
  return new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle });
}

/** A span of milliseconds in its largest unit: `3 minutes`. */
export function durationText(ms: number, general: Texts["general"]): string {
  if (ms < MINUTE) return general.seconds(Math.max(0, Math.round(ms / SECOND)));
  if (ms < HOUR) return general.minutes(Math.round(ms / MINUTE));
  if (ms < 2 * DAY) return general.hours(Math.round(ms / HOUR));
  return general.days(Math.round(ms / DAY));
}

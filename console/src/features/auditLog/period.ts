import dayjs from "dayjs";

export const PRESETS = ["today", "yesterday", "week"] as const;

/** Days of the reader's zone: a preset, or the first and the last day as `YYYY-MM-DD`. */
export interface Period {
  preset?: (typeof PRESETS)[number];
  from?: string;
  to?: string;
}

const DAYS_BACK = { today: [0, 0], yesterday: [1, 1], week: [6, 0] } as const;

/** The days of the period; undefined where it is open. */
export function daysOf({ preset, from, to }: Period): [dayjs.Dayjs | undefined, dayjs.Dayjs | undefined] {
  if (preset) {
    const [first, last] = DAYS_BACK[preset];
    return [dayjs().subtract(first, "day").startOf("day"), dayjs().subtract(last, "day").startOf("day")];
  }
  return [dayOf(from), dayOf(to)];
}

/** The period as the API takes it: from its first moment until just before the day after. */
export function timesOf(period: Period): { from_time?: number; until_time?: number } {
  const [first, last] = daysOf(period);
  return { from_time: first?.valueOf(), until_time: last?.add(1, "day").valueOf() };
}

/** The reader's zone and its distance from UTC: `Asia/Shanghai, GMT+8`. */
export function zoneText(language: string): string {
  const zone = Intl.DateTimeFormat(language, { timeZoneName: "shortOffset" });
  const offset = zone.formatToParts().find(({ type }) => type === "timeZoneName")?.value;
  const name = zone.resolvedOptions().timeZone;
  return name === "UTC" ? name : `${name}, ${offset}`;
}

function dayOf(text: string | undefined): dayjs.Dayjs | undefined {
  return text && dayjs(text).isValid() ? dayjs(text).startOf("day") : undefined;
}

import type { Language } from "../../texts/language";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];

/** Bytes in their largest unit: `1.5 MB`. */
export function sizeText(bytes: number, language: Language): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const format = { style: "unit", unit: UNITS[power], maximumFractionDigits: 1 } as const;
  return (bytes / 1000 ** power).toLocaleString(language, format);
}

import type { Language } from "../../../texts/language";

/** `1,234.5` in the reader's language. */
export function rate(value: number, language: Language): string {
  return value.toLocaleString(language, { maximumFractionDigits: value < 100 ? 1 : 0 });
}

// Writes src/texts/*/findingWords.gen.ts: names of statuses, findings, reasons and numbers, from spark_audit/finding_words.json, which
// the audit's reports read, too. `--check`: compares only.
import { readFileSync } from "node:fs";
import { LANGUAGES, writeGenerated } from "./generated.mjs";

const words = JSON.parse(readFileSync(new URL("../spark_audit/finding_words.json", import.meta.url), "utf8"));

function inLanguage(language) {
  const each = (entries, of = (one) => one) =>
    Object.fromEntries(Object.entries(entries).map(([name, one]) => [name, of(one)[language]]));
  return {
    statuses: each(words.statuses),
    kinds: { ...each(words.kinds, ({ name }) => name), ...each(words.suggestions) },
    // A problem of a grant in the log is called so wherever a reason may stand.
    reasons: { ...each(words.reasons), ...each(words.problems), ...each(words.causes) },
    measures: each(words.measures),
  };
}

for (const [language, short] of LANGUAGES) {
  const text = `/** Written by findingWords.mjs from spark_audit/finding_words.json: \`npm run generate\`. */
export const FINDING_WORDS: Record<"statuses" | "kinds" | "reasons" | "measures", Record<string, string>> = ${JSON.stringify(inLanguage(short), null, 2)};
`;
  writeGenerated(`src/texts/${language}/findingWords.gen.ts`, text);
}

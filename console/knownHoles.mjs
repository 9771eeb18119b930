// Writes src/texts/*/knownHoles.gen.ts: what known holes of Pulsar open, from app/brokers/known_holes.json, which center and plugin read, too.
// `--check`: compares only.
import { readFileSync } from "node:fs";
import { LANGUAGES, writeGenerated } from "./generated.mjs";

const { edited, holes } = JSON.parse(readFileSync(new URL("../app/brokers/known_holes.json", import.meta.url), "utf8"));
const inLanguage = (language) => Object.fromEntries(holes.map(({ id, opens }) => [id, opens[language]]));
for (const [language, short] of LANGUAGES) {
  const text = `/** Written by knownHoles.mjs from app/brokers/known_holes.json: \`npm run generate\`. */
export const KNOWN_HOLES: Record<string, string> = ${JSON.stringify(inLanguage(short), null, 2)};
export const KNOWN_HOLES_EDITED = ${JSON.stringify(edited)};
`;
  writeGenerated(`src/texts/${language}/knownHoles.gen.ts`, text);
}

// Writes src/features/tokens/snippets.gen.ts: the marked pieces of docs/clients.md, which tests run where it says so.
// `--check`: compares only.
import { readFileSync } from "node:fs";
import { writeGenerated } from "./generated.mjs";

/** The languages that the console offers, and the names of their pieces there: ways to sign in, and what follows. */
const LANGUAGES = ["python", "java", "go", "js", "cpp", "sh", "properties"];
const PIECES = ["oauth2", "basic", "token", "send"];
const MARKED = /^<!-- (run|untried): (\S+) (\S+) -->\n```\w+\n(.*?)^```$/gms;

const page = readFileSync(new URL("../docs/clients.md", import.meta.url), "utf8");
const found = {};
for (const [, mark, language, piece, source] of page.matchAll(MARKED)) {
  if (!LANGUAGES.includes(language) || !PIECES.includes(piece)) continue;
  found[language] ??= { isTried: mark === "run", pieces: {} };
  found[language].pieces[piece] = source.trimStart();
}
const ordered = Object.fromEntries(LANGUAGES.map((language) => [language, found[language]]));
writeGenerated(
  "src/features/tokens/snippets.gen.ts",
  `/** Written by snippets.mjs from docs/clients.md: \`npm run generate\`. */
export const SNIPPETS = ${JSON.stringify(ordered, null, 2)} as const;
`,
);

import { readFileSync, writeFileSync } from "node:fs";

/** Each language of the console, and how files that other parts read call it. */
export const LANGUAGES = Object.entries({ "en-US": "en", "zh-CN": "zh" });

/** Writes a generated file of the console; with `--check` it only compares, and a stale file ends the program. */
export function writeGenerated(path, text) {
  const file = new URL(path, import.meta.url);
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    console.error(`${path} is stale: npm run generate`);
    process.exit(1);
  }
}

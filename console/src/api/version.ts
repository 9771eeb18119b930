/** The header by which a change fails (412) if somebody else changed the object since the reader saw it. */
export function ifMatchHeader({ version }: { version: string }) {
  return { "if-match": `"${version}"` };
}

/** The header of a change to what the reader has seen: somebody else's change in between is refused (412). */
export function asSeen({ version }: { version: string }) {
  return { "if-match": `"${version}"` };
}

/** The header that ties a change to the version that the reader has seen. If somebody changed it since: 412. */
export function ifMatchHeader({ version }: { version: string }) {
  return { "if-match": `"${version}"` };
}

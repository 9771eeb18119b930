/** Tables as CSV (RFC 4180). */
const BYTE_ORDER_MARK = "\uFEFF";
const SEPARATORS = [",", ";", "\t"];

/** The cells of each row, separated by what stands most often in the first line: spreadsheets write semicolons in some
 * countries, and tabs to the clipboard. Throws the number of the row in which a quoted cell does not end well. */
export function parseCsv(text: string): string[][] {
  const content = text.replace(BYTE_ORDER_MARK, "").replaceAll(/\r\n?/g, "\n");
  const [first = ""] = content.split("\n", 1);
  const countIn = (separator: string) => first.split(separator).length;
  const separator = SEPARATORS.reduce((best, next) => (countIn(next) > countIn(best) ? next : best));
  const cell = new RegExp(`("(?:[^"]|"")*"|[^"${separator}\\n]*)(${separator}|\\n|$)`, "y");
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < content.length; at = cell.lastIndex) {
    const [, written = "", end] = cell.exec(content) ?? [];
    if (end === undefined) throw rows.length + 1;
    row.push(written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written);
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return row.length > 0 ? [...rows, row] : rows;
}

/** With a byte order mark, by which spreadsheets know UTF-8. */
export function csvText(rows: string[][]): string {
  const written = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(written).join(",")}\r\n`).join("");
}

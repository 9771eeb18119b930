import Papa from "papaparse";

/** Tables as CSV (RFC 4180). */
const BYTE_ORDER_MARK = "\uFEFF";
/** Spreadsheets write semicolons in some countries, and tabs to the clipboard. */
const SEPARATORS = [",", ";", "\t"];

/** The cells of each row. Throws the number of the row in which a quoted cell does not end well. */
export function parseCsv(text: string): string[][] {
  // Papa takes one kind of line end for all; cells have others.
  const { data, errors } = Papa.parse<string[]>(text.replaceAll(/\r\n?/g, "\n"), { delimitersToGuess: SEPARATORS });
  const quotes = errors.find(({ type }) => type === "Quotes");
  if (quotes) throw (quotes.row ?? 0) + 1;
  return data;
}

/** With a byte order mark, by which spreadsheets know UTF-8. What is no text or number is written as JSON. */
export function csvText(rows: unknown[][]): string {
  return `${BYTE_ORDER_MARK}${Papa.unparse(rows.map((row) => row.map(cellText)))}\r\n`;
}

/** A spreadsheet would run a text that begins so as a formula, quoted or behind spaces, too. Some begin a new cell at a
 * semicolon, and a new row in the middle of a quoted text. */
const FORMULA = /(^|[;\n\r])(?=["\s]*[=+\-@＝＋－＠])/g;

function cellText(value: unknown): string | number {
  if (typeof value === "number") return value;
  const text = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
  return text.replace(FORMULA, "$1'");
}

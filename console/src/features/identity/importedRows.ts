import type { QueryClient } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { asProblem, Problem } from "../../api/problem";
import type { components } from "../../api/schema.gen";
import { parseCsv } from "../../components/values/csv";
import type { Texts } from "../../texts/texts";

type NewUser = components["schemas"]["NewUser"];
export const COLUMNS = ["username", "kind", "nick", "group", "parent", "remark", "email"] as const;
export type Column = (typeof COLUMNS)[number];
export const MOST_ROWS = 1000;

/** A row of a table of users. `number`: as spreadsheets count, the row of titles is the first. */
export interface UserRow extends Record<Column, string> {
  number: number;
}

/** The rows of a CSV text, or what is wrong with it as a whole. */
export function readRows(text: string, columns: Column[], { userImport }: Texts): UserRow[] | string {
  try {
    const [titles = [], ...rows] = parseCsv(text).map((row) => row.map((cell) => cell.trim()));
    const names = titles.map((title) => title.toLowerCase());
    const unknown = names.filter((name) => !columns.includes(name as Column));
    if (!names.includes("username") || unknown.length > 0) return userImport.wrongColumns(unknown, columns);
    const filled = rows
      .map((cells, index) => ({ cells, number: index + 2 }))
      .filter(({ cells }) => cells.some(Boolean));
    if (filled.length === 0 || filled.length > MOST_ROWS) return userImport.wrongNumber(filled.length, MOST_ROWS);
    const value = (cells: string[], column: Column) => cells[names.indexOf(column)] ?? "";
    return filled.map(({ cells, number }) => {
      const values = COLUMNS.map((column) => [column, value(cells, column)]);
      return { ...Object.fromEntries(values), number } as UserRow;
    });
  } catch (row) {
    if (typeof row !== "number") throw row;
    return userImport.malformed(row);
  }
}

/** A problem with one column of a row. */
const problemAt = (column: Column, code: string, message: string) =>
  new Problem(422, { code, detail: message, errors: [{ field: column, message }] });

const idOf = async (queries: QueryClient, column: "group" | "parent", name: string): Promise<number | undefined> => {
  if (!name) return undefined;
  const kind = column === "group" ? "group" : "user";
  const found = queries.fetchQuery({
    queryKey: ["names", kind, name],
    queryFn: () => answer(client.GET("/api/v1/names", { params: { query: { kind, name } } })),
    staleTime: 60_000,
  });
  const { id } = await found.catch((thrown) => {
    const { code, detail, status } = asProblem(thrown);
    throw status === 404 ? problemAt(column, code, detail) : thrown;
  });
  return id;
};

/** What a row without a kind becomes. `ownId`: the main account whose sub-accounts are made. */
export const usualKind = (ownId: number | undefined) => (ownId === undefined ? "person" : "service");

const kindOf = ({ kind }: UserRow, ownId: number | undefined) => kind.toLowerCase() || usualKind(ownId);

/** What a row is sent as. Throws a Problem where it names what does not exist. */
export async function bodyOf(row: UserRow, ownId: number | undefined, queries: QueryClient): Promise<NewUser> {
  const { username, nick, group, parent, remark } = row;
  return {
    username,
    kind: kindOf(row, ownId) as NewUser["kind"],
    nick: nick || null,
    remark: remark || null,
    group_id: await idOf(queries, "group", group),
    parent_id: ownId ?? (await idOf(queries, "parent", parent)),
  };
}

/** Throws a Problem for what the center does not see in a single new user. */
export function refuseRow(
  row: UserRow,
  rows: UserRow[],
  ownId: number | undefined,
  mailIsOn: boolean,
  { userImport, problems }: Texts,
): void {
  const { username, email } = row;
  if (rows.some((other) => other.username === username && other.number < row.number))
    throw problemAt("username", "named_twice", userImport.twice);
  const isPerson = kindOf(row, ownId) === "person";
  const emailCode = !mailIsOn ? "mail_is_off" : isPerson ? "invalid_email" : "not_a_person";
  if (email && !(mailIsOn && isPerson && /^[^\s@]+@[^\s@]+$/.test(email)))
    throw problemAt("email", emailCode, problems.codes[emailCode] ?? emailCode);
}

/** Creates the user, or only asks the center whether it would. */
export const createUser = (body: NewUser, mode: "try" | "do") =>
  answer(client.POST("/api/v1/users", { params: { query: mode === "try" ? { dry_run: "true" } : {} }, body }));

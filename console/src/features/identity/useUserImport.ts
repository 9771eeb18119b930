import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem, type Problem } from "../../api/problem";
import { useRefresh } from "../../components/page/useChange";
import { type Refused, useEach } from "../../components/page/useEach";
import { useTexts } from "../../texts/language";
import { useMailIsOn } from "./Invite";
import { bodyOf, type Column, createUser, readRows, refuseRow, type UserRow } from "./importedRows";
import { invite } from "./users";

/** What became of a row, or would: no problem, it is made. */
export interface RowResult {
  row: UserRow;
  problem?: Problem;
  /** It is made, but the invitation was refused. */
  notInvited?: Problem;
}

export interface OneTimeSecret {
  username: string;
  secret: string;
  /** Epoch ms. */
  until: number;
}

/** Checks the rows of a table of users, then makes them. `ownId`: the main account whose sub-accounts they become. */
export function useUserImport(ownId: number | undefined, columns: Column[]) {
  const texts = useTexts();
  const queries = useQueryClient();
  const mailIsOn = useMailIsOn();
  const refresh = useRefresh();
  const { progress, run } = useEach<UserRow>();
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<string>();
  const [checked, setChecked] = useState<RowResult[]>();
  const [made, setMade] = useState<{ results: RowResult[]; secrets: OneTimeSecret[] }>();

  const change = (newText: string) => {
    setText(newText);
    setWrong(undefined);
    setChecked(undefined);
  };
  const check = async () => {
    const rows = readRows(text, columns, texts);
    if (typeof rows === "string") return setWrong(rows);
    const refused = await run(rows, async (row) => {
      refuseRow(row, rows, ownId, mailIsOn, texts);
      await createUser(await bodyOf(row, ownId, queries), "try");
    });
    setChecked(resultsOf(rows, refused));
  };
  const create = async (rows: UserRow[]) => {
    const secrets: OneTimeSecret[] = [];
    const notInvited: Refused<UserRow>[] = [];
    const createOne = async (row: UserRow) => {
      const user = await createUser(await bodyOf(row, ownId, queries), "do");
      const problem = row.email ? await invite(user.id, row.email).then(() => undefined, asProblem) : undefined;
      if (problem) notInvited.push({ item: row, problem });
      if (user.initial_secret && (!row.email || problem))
        secrets.push({
          username: row.username,
          secret: user.initial_secret,
          until: user.initial_secret_valid_until ?? 0,
        });
    };
    const results = resultsOf(rows, await run(rows, createOne), notInvited);
    setMade({ results, secrets });
    void refresh();
  };
  return { text, change, wrong, checked, check, made, create, progress };
}

function resultsOf(rows: UserRow[], refused: Refused<UserRow>[], notInvited: Refused<UserRow>[] = []): RowResult[] {
  const problemOf = (found: Refused<UserRow>[]) => new Map(found.map(({ item, problem }) => [item.number, problem]));
  const [refusedRows, silentRows] = [problemOf(refused), problemOf(notInvited)];
  return rows.map((row) => ({
    row,
    problem: refusedRows.get(row.number),
    notInvited: silentRows.get(row.number),
  }));
}

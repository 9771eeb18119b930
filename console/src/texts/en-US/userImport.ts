import type { Texts } from "../texts";
import { counted } from "./counted";

export const userImport: Texts["userImport"] = {
  title: "Import users",
  hint: "A CSV table, whose first row names the columns. Only username is needed; at most 1,000 users at a time.",
  columns: {
    username: "the user name, which cannot be changed later",
    nick: "the display name",
    group: "the name of a business group that exists",
    parent: "the user name of a main account that exists: makes a sub-account of it",
    remark: "the remark",
    email: "where a person's invitation goes; without it you get the one-time secret here",
  },
  kindColumn: (usual) => `person or service; empty: ${usual}`,
  template: "Download a template",
  open: "Open a file",
  tooLarge: "The file is larger than 1 MiB",
  notUtf8: "The file is not in UTF-8: save it as CSV with UTF-8",
  table: "Table",
  wrongColumns: (names, known) =>
    names.length > 0
      ? `No such column: ${names.join(", ")}. The columns are ${known.join(", ")}.`
      : "The first row has no column username.",
  wrongNumber: (n, most) => (n === 0 ? "There is no row below the names of the columns" : `${n} rows; ${most} at most`),
  malformed: (row) => `Row ${row}: a quoted cell does not end, or something follows its closing quote`,
  twice: "stands in a row above, too",
  check: "Check",
  blocked: "Mend the rows with errors, then check again. Nothing has been created.",
  create: (n) => `Create ${counted(n, "user")}`,
  row: "Row",
  result: "Result",
  isThere: "exists already: left as it is",
  wouldBeMade: (invited) => (invited ? "would be created and invited" : "would be created"),
  made: (invited) => (invited ? "created and invited" : "created"),
  notInvited: "Not invited; the one-time secret is among those to save.",
  secrets: (n) => `${counted(n, "one-time secret")}, shown only once`,
  saveSecrets: "Save as CSV",
  close: "Close",
};

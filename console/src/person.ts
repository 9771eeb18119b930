import type { Reader } from "./permissions";

/** Whom the console is for (docs/design.md). */
export type Person = "administrator" | "owner" | "auditor" | "developer";

/** Who the reader is, by what the center reports. Somebody may own some places and audit others. */
export function personsOf({ administrator, administers, audits, reads }: Reader): Person[] {
  if (administrator) return ["administrator"];
  const persons: Person[] = administers ? ["owner"] : [];
  if (audits || (reads.length > 0 && !administers)) persons.push("auditor");
  return persons.length > 0 ? persons : ["developer"];
}

import type { ImportReport } from "../../api/types";
import { type Line, type Mapping, nameFor, type Target, targetOf } from "./mapping";
import type { CenterSentence } from "./Sentence";

export const KINDS = ["existing", "service", "person", "sub-account", "shared-role", "nothing"] as const;
export type Kind = (typeof KINDS)[number];

/** What the report tells about the roles. */
export interface RoleFacts {
  roles: string[];
  superUsers: Set<string>;
  proxies: Set<string>;
  /** Role → why it became nobody. */
  nobody: Map<string, CenterSentence>;
  /** Role → what the account of the same name holds here and the role does not hold. */
  stronger: Map<string, string>;
  /** Users that the center has already. */
  existing: Set<string>;
}

/** A row of the table: a role, or a pattern. */
export interface RoleRow {
  role: string;
  line: Line;
  /** The first fields of a line for this role alone. */
  own: Pick<Line, "role" | "exact" | "acceptStronger">;
  kind: Kind;
  /** The pattern that decides for the role, if it has no line of its own. */
  pattern?: string;
  /** For a pattern: how many roles it decides. */
  fitting?: number;
  /** Why it became nobody in the rehearsal. */
  nobody?: CenterSentence;
  onCluster: boolean;
}

const EVERYTHING_HELD = "everything_held";

/** The facts of a rehearsal, with the mapping that it rehearsed. */
export function factsOf(draft: Mapping, report: ImportReport): RoleFacts {
  const nobody = new Map(
    report.not_carried
      .filter(({ what_code }) => what_code === EVERYTHING_HELD)
      .map(({ role, why, code, values }) => [role, { text: why, code, values }]),
  );
  const createdUsers = new Set(report.steps.filter(({ kind }) => kind === "user").map(({ name }) => name));
  const users = [...draft.names.values()].filter(({ role, to }) => isUser(to) && !nobody.has(role));
  return {
    roles: [...draft.names.keys()],
    superUsers: new Set(report.super_users.map(({ role }) => role)),
    proxies: new Set(report.proxies),
    nobody,
    stronger: new Map((report.stronger ?? []).map(({ role, holds }) => [role, holds])),
    existing: new Set(users.map((line) => nameFor(line, line.role)).filter((name) => !createdUsers.has(name))),
  };
}

const isUser = (to: Target) => to === "service" || to === "person";

/** All rows: patterns first, then the roles of the cluster, then names that only the file has. */
export function rowsOf(mapping: Mapping, draft: Mapping, facts: RoleFacts): RoleRow[] {
  const clusterRoles = new Set(facts.roles);
  const onlyInFile = [...mapping.names.keys()].filter((role) => !clusterRoles.has(role));
  const roles = [...facts.roles, ...onlyInFile].map((role) =>
    roleRow(mapping, draft, facts, role, clusterRoles.has(role)),
  );
  const decidedByPattern = new Map<string, number>();
  for (const { pattern } of roles) if (pattern) decidedByPattern.set(pattern, (decidedByPattern.get(pattern) ?? 0) + 1);
  const patterns = mapping.patterns.map((line) => ({
    role: line.role,
    line,
    own: { role: line.role },
    kind: line.to,
    fitting: decidedByPattern.get(line.role) ?? 0,
    onCluster: true,
  }));
  return [...patterns, ...roles];
}

function roleRow(mapping: Mapping, draft: Mapping, facts: RoleFacts, role: string, onCluster: boolean): RoleRow {
  const { line, pattern } = targetOf(mapping, role);
  const exists = isUser(line.to) && (line.existing || facts.existing.has(nameFor(line, role)));
  const nobody = line === draft.names.get(role) ? facts.nobody.get(role) : undefined;
  const own = { role, exact: role.includes("*"), acceptStronger: line.acceptStronger };
  return { role, line, own, pattern, kind: exists ? "existing" : line.to, nobody, onCluster };
}

/** A line by which the row's role becomes `kind`. */
export function lineFor(row: RoleRow, kind: Kind): Line {
  const { own } = row;
  const superUser = row.line.superUser;
  if (kind === "existing") return { ...own, to: "service", existing: true, superUser };
  if (kind === "nothing") return { ...own, to: kind };
  const name = row.kind === "existing" || row.kind === "nothing" ? undefined : row.line.name;
  if (kind === "sub-account") return { ...own, to: kind, name, main: row.line.main, superUser };
  return kind === "shared-role" ? { ...own, to: kind, name } : { ...own, to: kind, name, superUser };
}

/** What a row still needs before it can be rehearsed. */
export function missingField({ kind, line, fitting }: RoleRow): "chooseUser" | "mainMissing" | undefined {
  if (kind === "existing" && line.existing && !line.name && fitting === undefined) return "chooseUser";
  return kind === "sub-account" && !line.main ? "mainMissing" : undefined;
}

import { dump, FAILSAFE_SCHEMA, load, YAMLException } from "js-yaml";

/** What a role can become, by the words of a mapping file. */
export const TARGETS = ["service", "person", "sub-account", "shared-role", "nothing"] as const;
export type Target = (typeof TARGETS)[number];

/** One line of a mapping file. `role`: a name, or a pattern (`*`). `{role}` in `name` and `main` stands for the role. */
export interface Line {
  role: string;
  /** The role is a name, also with a `*` in it. */
  exact?: boolean;
  to: Target;
  name?: string;
  main?: string;
  superUser?: boolean;
  /** Its old credentials may get what the account of the role's name holds. */
  acceptStronger?: boolean;
  reason?: string;
  /** It was chosen among the users of the center; not written to the file. */
  existing?: boolean;
}

/** A mapping file. Lines for names come before patterns; of the patterns, the first that matches decides. */
export interface Mapping {
  manageSubscriptions: boolean;
  names: ReadonlyMap<string, Line>;
  patterns: readonly Line[];
}

/** A mapping file that cannot be shown as a table. `line` counts from 1. */
export class MappingProblem extends Error {
  readonly line?: number;

  constructor(message: string, line?: number) {
    super(message);
    this.name = "MappingProblem";
    this.line = line;
  }
}

const FIELDS = ["role", "exact", "to", "name", "main", "super_user", "accept_stronger", "reason"];
const NULLS = ["", "~", "null"];

/** Reads a mapping file (YAML). Every value is a text, as for the center. Throws MappingProblem. */
export function parseMapping(text: string): Mapping {
  const file = record(loadYaml(text), "");
  const roles = NULLS.includes(String(file.roles ?? "")) && !Array.isArray(file.roles) ? [] : file.roles;
  if (!Array.isArray(roles)) throw new MappingProblem("roles: a list is expected");
  const lines = roles.map(lineOf);
  refuseDuplicates(lines);
  return mappingOf(file.manage_subscriptions !== "false", lines);
}

/** The mapping of these lines. */
export function mappingOf(manageSubscriptions: boolean, lines: readonly Line[]): Mapping {
  return {
    manageSubscriptions,
    names: new Map(lines.filter((line) => !isPattern(line)).map((line) => [line.role, line])),
    patterns: lines.filter(isPattern),
  };
}

function refuseDuplicates(lines: Line[]): void {
  const seen = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const key = `${isPattern(line)} ${line.role}`;
    if (seen.has(key)) throw new MappingProblem(`roles.${index}.role: ${line.role} has a line already`);
    seen.add(key);
  }
}

function loadYaml(text: string): unknown {
  try {
    return load(text, { schema: FAILSAFE_SCHEMA });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new MappingProblem(error.reason, error.mark && error.mark.line + 1);
  }
}

function lineOf(value: unknown, index: number): Line {
  const entries = record(value, `roles.${index}`);
  const text = (name: string) =>
    typeof entries[name] === "string" && entries[name] !== "" ? entries[name] : undefined;
  const unknownField = Object.keys(entries).find((name) => !FIELDS.includes(name));
  if (unknownField !== undefined) throw new MappingProblem(`roles.${index}.${unknownField}: there is no such entry`);
  const to = TARGETS.find((target) => target === (text("to") ?? "service"));
  const role = text("role");
  if (!to) throw new MappingProblem(`roles.${index}.to: ${TARGETS.join(", ")}`);
  if (!role) throw new MappingProblem(`roles.${index}.role: a name or a pattern is expected`);
  const texts = { name: text("name"), main: text("main"), reason: text("reason") };
  const flag = (name: string) => entries[name] === "true";
  const flags = { exact: flag("exact"), superUser: flag("super_user"), acceptStronger: flag("accept_stronger") };
  return { role, to, ...texts, ...flags };
}

function record(value: unknown, where: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new MappingProblem(where ? `${where}: entries are expected` : "this is no mapping file");
}

/** The lines in the order of the file: the center names a line by its number there. */
export const orderedLines = ({ patterns, names }: Mapping): Line[] => [...patterns, ...names.values()];

/** The mapping file (YAML). */
export function writeMapping(mapping: Mapping): string {
  const roles = orderedLines(mapping).map(({ role, exact, to, name, main, superUser, acceptStronger, reason }) => ({
    role,
    ...(exact ? { exact } : {}),
    to,
    ...(name ? { name } : {}),
    ...(main && to === "sub-account" ? { main } : {}),
    ...(superUser ? { super_user: true } : {}),
    ...(acceptStronger ? { accept_stronger: true } : {}),
    ...(reason && to === "nothing" ? { reason } : {}),
  }));
  const file = { version: "1", manage_subscriptions: mapping.manageSubscriptions, roles };
  return dump(file, { forceQuotes: true, lineWidth: -1, noRefs: true });
}

export const isPattern = ({ role, exact }: Pick<Line, "role" | "exact">) => !exact && role.includes("*");

/** Whether a role matches a pattern, in which `*` stands for any text. */
export function matchesPattern(pattern: string, role: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop() ?? "";
  if (!role.startsWith(first) || role.length < first.length + last.length || !role.endsWith(last)) return false;
  const end = role.length - last.length;
  let position = first.length;
  for (const part of rest) {
    const found = role.indexOf(part, position);
    if (found < 0 || found + part.length > end) return false;
    position = found + part.length;
  }
  return true;
}

/** What a role becomes, and the pattern that says so, if one does. */
export function targetOf(mapping: Mapping, role: string): { line: Line; pattern?: string } {
  const exactLine = mapping.names.get(role);
  if (exactLine) return { line: exactLine };
  const pattern = mapping.patterns.find((line) => matchesPattern(line.role, role));
  return pattern ? { line: pattern, pattern: pattern.role } : { line: { role, to: "service" } };
}

/** The name that the line gives to a role. */
export const nameFor = (line: Line, role: string) => (line.name ?? "{role}").replaceAll("{role}", role);

/** The mapping with this line instead of the one for the same role or pattern. */
export function withLine(mapping: Mapping, line: Line): Mapping {
  if (!isPattern(line)) return { ...mapping, names: new Map(mapping.names).set(line.role, line) };
  const exists = mapping.patterns.some(({ role }) => role === line.role);
  const patterns = exists
    ? mapping.patterns.map((pattern) => (pattern.role === line.role ? line : pattern))
    : [line, ...mapping.patterns];
  return { ...mapping, patterns };
}

/** The mapping with a new pattern. It decides for every role that it matches: their own lines are removed. */
export function withPattern(mapping: Mapping, line: Line): Mapping {
  const names = new Map([...mapping.names].filter(([role]) => !matchesPattern(line.role, role)));
  return withLine({ ...mapping, names }, line);
}

/** The mapping without the line of a pattern. */
export function withoutPattern(mapping: Mapping, pattern: string): Mapping {
  return { ...mapping, patterns: mapping.patterns.filter(({ role }) => role !== pattern) };
}

import { fullName } from "../../api/resourceNames";
import type { Finding } from "../../api/types";
import type { Texts } from "../../texts/texts";

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** The subject of a finding by name and its cluster: of a grant its role and place, of a role its name. */
export function subjectText(texts: Texts, finding: Finding): string {
  const { cluster } = finding;
  return cluster && cluster !== "*" ? `${subjectName(texts, finding)} · ${cluster}` : subjectName(texts, finding);
}

function subjectName({ findings }: Texts, { subject_type, subject, role_name, resource, grant }: Finding): string {
  if (subject_type === "grant") {
    const name = role_name ?? findings.grantNumber(grant ?? subject);
    return resource ? findings.onPlace(name, clientPath(resource)) : name;
  }
  if (subject_type === "role") return role_name ?? findings.roleNumber(subject);
  return subject_type === "resource" ? clientPath(subject) : subject;
}

/** A path of the audit as clients write it, without its cluster: `persistent://tenant/namespace/topic`. */
export function clientPath(path: string): string {
  const [cluster, ...parts] = path.split("/");
  return fullName("topic", parts.join("/")) || (cluster ?? path);
}

/** A number of a finding for people: durations in a suitable unit, shares as percent, all rounded. */
export function measureText(name: string, value: number | null, language: string): string {
  if (value === null) return "–";
  if (name.startsWith("seconds")) return durationText(value, language);
  if (name === "share") return value.toLocaleString(language, { style: "percent", maximumFractionDigits: 1 });
  return value.toLocaleString(language, { maximumFractionDigits: Math.abs(value) < 1 ? 2 : 1 });
}

function durationText(seconds: number, language: string): string {
  const [unit, length] = UNITS.find(([, unitSeconds]) => seconds >= 2 * unitSeconds) ?? (["second", 1] as const);
  const style = { style: "unit", unit, unitDisplay: "long" } as const;
  return Math.round(seconds / length).toLocaleString(language, style);
}

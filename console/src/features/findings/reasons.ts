import type { Texts } from "../../texts/texts";

/** The reason of a finding in words: a code of the jobs or of a broker, or problem and cause of a difference. */
export function findingReason({ findings, why }: Texts, reason: string | null): string {
  const codes = (reason ?? "").split("/");
  return codes.map((code) => findings.reasons[code] ?? why.reasons[code] ?? code).join(": ");
}

const SUB_ACCOUNTS_COVERED = "no use in the window, and its sub-accounts need no more than another grant that stays";

/** The reason of a suggestion: the sentence of spark_audit/suggest/build.py in the reader's language. */
export function suggestionReason({ findings }: Texts, reason: string | null): string {
  const { unused, behind, redundant, narrow, names, functions, together, whole, kept, above } = findings.advised;
  const words: Record<string, string> = {
    "no use in the window": unused,
    [SUB_ACCOUNTS_COVERED]: behind,
    "every use was covered by another grant that stays": redundant,
    "used on few of the resources that it reaches": narrow,
    "used for few of the subscriptions that it names": names,
    "used for some of functions, sources, sinks and packages": functions,
  };
  return (reason ?? "")
    .split("; ")
    .map((part) => {
      const several = /^(\d+) such grants can go together$/.exec(part)?.[1];
      const places = /^stays whole on (.*), where topics come and go$/.exec(part)?.[1];
      const further = /^roles above its tenant keep it: (\d+)$/.exec(part)?.[1];
      const roles = /^kept by (.*)$/.exec(part)?.[1];
      if (several) return together(several);
      if (further) return above(further);
      if (roles) return kept(roles);
      return places ? whole(places) : (words[part] ?? part);
    })
    .join("; ");
}

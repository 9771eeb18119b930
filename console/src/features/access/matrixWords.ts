import type { Grant } from "../../api/types";
import type { Texts } from "../../texts/texts";
import { type Cell, keyOf } from "./matrix";

/** A right of the matrix in words. */

const isOnPlace = ({ place }: Cell, grant: Grant) =>
  keyOf(grant.res_type, grant.res_id) === keyOf(place.type, place.id);

/** What its colour says. */
export function meaningOf(cell: Cell): "here" | "role" | "inherited" | "none" {
  if (cell.here) return "here";
  if (cell.others.some((grant) => isOnPlace(cell, grant))) return "role";
  return cell.others.length > 0 ? "inherited" : "none";
}

/** Where it comes from, one phrase a grant. */
export function wordsOf(texts: Texts, cell: Cell): string[] {
  return [
    ...(cell.here ? [texts.matrix.legend.here] : []),
    ...cell.others.map((grant) => sourceOf(texts, cell, grant)),
  ];
}

export function sourceOf({ general, giving, matrix }: Texts, cell: Cell, grant: Grant): string {
  const byRole = grant.role_id === cell.person.role ? [] : [matrix.byRole(grant.role_name)];
  if (isOnPlace(cell, grant)) return byRole[0] ?? matrix.wider;
  return [giving.fromAbove(grant.res_type === 0 ? general.types.root : grant.resource), ...byRole].join(", ");
}

/** The most common question that a right on a topic answers. */
const QUESTIONS: Record<number, string> = { 2: "topic:PRODUCE", 3: "topic:CONSUME", 6: "topic:UNSUBSCRIBE" };
const TYPES = ["cluster", "tenant", "namespace", "topic"];
const TOPIC = 4;

/** The address that says why a user has it or not; none for roles, who ask nothing. */
export function whyPath({ person, place, right }: Cell): string | null {
  if (person.user === null) return null;
  const type = TYPES[place.type - 1] ?? "";
  const question = place.type === TOPIC ? QUESTIONS[right] : undefined;
  const params = new URLSearchParams({ principal: person.name, type, resource: place.name });
  if (question) params.set("question", question);
  return `/why?${params}`;
}

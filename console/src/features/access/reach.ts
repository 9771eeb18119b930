import type { Principal } from "../../api/types";

/** What the picture of "who reaches this" shows, without React. */

/** Rights by the last two digits of their authorities, the strongest first. Functions have a kind each, too. */
export const STRENGTHS = [4, 2, 3, 6, 5, 7] as const;
const FUNCTIONS = 5;
const KINDS_OF_FUNCTIONS = [8, 9, 10, 11];
export const WAYS = ["own", "role", "inherited"] as const;

/** Right → the filter of the list of people. */
export const FILTERS = {
  4: "administer",
  2: "write",
  3: "read",
  6: "subscriptions",
  5: "functions",
  7: "audit",
} as const;

export interface Dot {
  name: string;
  /** Held only within the limits of grants: of subscriptions, networks, or names inside the place. */
  limited: boolean;
}

type Grant = Principal["grants"][number];

const gives = (right: number) => (authority: { id: number }) =>
  authority.id % 100 === right || (right === FUNCTIONS && KINDS_OF_FUNCTIONS.includes(authority.id % 100));

const wayOf = (grant: Grant) => (grant.inherited ? "inherited" : grant.personal ? "own" : "role");

/** Users who have a right by a way. Whoever has it by two ways is in both: taking one away leaves the other. */
export function dotsOf(people: Principal[], right: number, way: (typeof WAYS)[number]): Dot[] {
  return people.flatMap((person) => {
    const whole = person.effective.some(gives(right));
    const counting = person.grants.filter((grant) => counts(grant) && (whole || grant.limits !== null));
    const naming = counting.filter(({ authorities }) => authorities.some(gives(right)));
    // A wider right includes this one: nothing names it.
    const giving = naming.length === 0 && whole ? counting : naming;
    const here = giving.filter((grant) => wayOf(grant) === way);
    if (person.resource_invalid || here.length === 0) return [];
    return [{ name: person.username, limited: !whole || here.every(isNarrow) }];
  });
}

const counts = (grant: Grant) => !grant.not_in_force && grant.limited_by_main !== "entirely";

/** A prefix of names has this place in it, or not; other limits hold inside it, too. */
const isNarrow = ({ limits }: Grant) => limits !== null && (limits.subscriptions !== null || limits.networks !== null);

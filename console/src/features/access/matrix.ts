import type { Authority, Grant } from "../../api/types";

/** The pure part of the rights matrix: what a user or role has on each place, and what saving would send. */
export interface Place {
  type: number;
  id: number;
  name: string;
}

export interface Cell {
  authority: number;
  /** Granted on this place itself. */
  here: boolean;
  /** The place with a grant that includes it: one above, or this one where a wider right is held. */
  inherited: string | null;
}

export interface Row {
  place: Place;
  /** One per right; null if there is no such authority. */
  cells: (Cell | null)[];
  /** Authorities granted here that concern lower levels only; the matrix leaves them alone. */
  others: number[];
  /** How many grants on this place itself are limited: no cell is about them. */
  limited: number;
}

/** In the order of the columns. The last five are about functions: all of 5, then its four kinds. */
export const RIGHTS = [0, 1, 2, 3, 4, 7, 6, 5, 8, 9, 10, 11] as const;
export const ABOUT_FUNCTIONS = 7;
/** Create and delete count on their own level only. */
const FIRST_INHERITED = 2;
const SUPER_USER = 4;

const lasting = (grant: Grant, now: number) => grant.valid_until === null || grant.valid_until > now;
/** A cell is about the whole place, so limited grants are left alone. */
const counts = (grant: Grant, now: number) => grant.limits === null && lasting(grant, now);
const isOn = (grant: Grant, place: Place) => grant.res_type === place.type && grant.res_id === place.id;

/** The authority of a right at a place's own level. Create is held on the parent of what is created. */
function authorityAt(dictionary: Authority[], type: number, right: number): number | null {
  const id = (right === 0 ? type : type - 1) * 100 + right;
  return dictionary.some((each) => each.id === id) ? id : null;
}

/** Rows of the matrix. `places`: from the highest to the lowest. `above`: which of them are above a place. */
export function rows(
  dictionary: Authority[],
  grants: Grant[],
  places: Place[],
  above: (place: Place) => Place[],
  now: number,
): Row[] {
  const standing = grants.filter((grant) => counts(grant, now));
  const besides = grants.filter((grant) => grant.limits !== null && lasting(grant, now));
  return places.map((place) => {
    const cells = RIGHTS.map((right) => {
      const authority = authorityAt(dictionary, place.type, right);
      if (authority === null) return null;
      const gives = (each: Grant) => each.authorities.some(({ id }) => includes(dictionary, id, authority));
      const contains = (each: Grant) => each.authorities.some(({ id }) => partsOf(dictionary, id).includes(authority));
      const source = standing.find((grant) =>
        isOn(grant, place) ? contains(grant) : above(place).some((higher) => isOn(grant, higher)) && gives(grant),
      );
      const here = standing.some((grant) => isOn(grant, place) && grant.authorities.some(({ id }) => id === authority));
      return { authority, here, inherited: source ? source.resource : null };
    });
    const shown = new Set(cells.map((cell) => cell?.authority));
    const given = standing.filter((grant) => isOn(grant, place)).flatMap((grant) => grant.authorities);
    const others = [...new Set(given.map(({ id }) => id).filter((id) => !shown.has(id)))].sort();
    return { place, cells, others, limited: besides.filter((grant) => isOn(grant, place)).length };
  });
}

/** The authorities of its level that it includes. */
function partsOf(dictionary: Authority[], held: number): number[] {
  return dictionary.find((each) => each.id === held)?.includes ?? [];
}

/** Whether `held` on a place above gives `wanted` below. Only for display: the server decides. */
function includes(dictionary: Authority[], held: number, wanted: number): boolean {
  if (held === SUPER_USER) return true;
  const rights = [held, ...partsOf(dictionary, held)].map((id) => id % 100);
  if (!rights.includes(wanted % 100)) return false;
  const askedLevel = (id: number) => dictionary.find((each) => each.id === id)?.asked_level ?? 0;
  return wanted % 100 < FIRST_INHERITED ? held === wanted : askedLevel(held) <= askedLevel(wanted);
}

export const key = (place: Place, authority: number) => `${place.type}:${place.id}:${authority}`;

/** The cells that are ticked now. */
export function held(drawn: Row[]): ReadonlySet<string> {
  const given = ({ place, cells }: Row) => cells.flatMap((cell) => (cell?.here ? [key(place, cell.authority)] : []));
  return new Set(drawn.flatMap(given));
}

export interface Wanted {
  grant: { role_id: number; res_type: number; res_id: number; authorities: number[]; valid_until: number | null }[];
  change: { id: number; version: string; authorities: number[] }[];
  revoke: { id: number; version: string }[];
}

/** What to send to invert the toggled cells. */
export function wanted(
  roleId: number,
  drawn: Row[],
  grants: Grant[],
  toggled: ReadonlySet<string>,
  until: number | null,
  now: number,
): Wanted {
  const result: Wanted = { grant: [], change: [], revoke: [] };
  for (const { place, cells } of drawn) {
    const turned = cells.filter((cell) => cell !== null && toggled.has(key(place, cell.authority))) as Cell[];
    const added = turned.filter((cell) => !cell.here).map((cell) => cell.authority);
    const taken = new Set(turned.filter((cell) => cell.here).map((cell) => cell.authority));
    if (added.length > 0) {
      const where = { res_type: place.type, res_id: place.id };
      result.grant.push({ role_id: roleId, ...where, authorities: added, valid_until: until });
    }
    for (const grant of grants.filter((each) => isOn(each, place) && counts(each, now))) {
      const kept = grant.authorities.map(({ id }) => id).filter((id) => !taken.has(id));
      if (kept.length === grant.authorities.length) continue;
      const seen = { id: grant.id, version: grant.version };
      if (kept.length === 0) result.revoke.push(seen);
      else result.change.push({ ...seen, authorities: kept });
    }
  }
  return result;
}

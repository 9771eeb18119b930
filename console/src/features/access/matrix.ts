import type { Authority, Grant } from "../../api/types";

/** The rights matrix without React: what a user or role has on each place, and what saving would send. */
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
  /** How many grants on this place itself are limited; they are in no cell. */
  limited: number;
}

/** In the order of the columns. The last five are about functions: all of 5, then its four kinds. */
export const RIGHTS = [0, 1, 2, 3, 4, 7, 6, 5, 8, 9, 10, 11] as const;
export const ABOUT_FUNCTIONS = 7;
/** Create and delete count on their own level only. */
const FIRST_INHERITED = 2;
const SUPER_USER = 4;

const isNotOver = (grant: Grant, now: number) => grant.valid_until === null || grant.valid_until > now;
/** A cell is about the whole place, so limited grants are left alone. */
const isInMatrix = (grant: Grant, now: number) => grant.limits === null && isNotOver(grant, now);
const isOn = (grant: Grant, place: Place) => grant.res_type === place.type && grant.res_id === place.id;

/** The authority of a right at a place's own level. Create is held on the parent of what is created. */
function authorityAt(dictionary: Authority[], type: number, right: number): number | null {
  const id = (right === 0 ? type : type - 1) * 100 + right;
  return dictionary.some((authority) => authority.id === id) ? id : null;
}

/** Rows of the matrix. `places`: from the highest to the lowest. `placesAbove`: those above a place. */
export function matrixRows(
  dictionary: Authority[],
  grants: Grant[],
  places: Place[],
  placesAbove: (place: Place) => Place[],
  now: number,
): Row[] {
  const countedGrants = grants.filter((grant) => isInMatrix(grant, now));
  const limitedGrants = grants.filter((grant) => grant.limits !== null && isNotOver(grant, now));
  return places.map((place) => {
    const cells = RIGHTS.map((right) => {
      const authority = authorityAt(dictionary, place.type, right);
      if (authority === null) return null;
      const gives = (grant: Grant) => grant.authorities.some(({ id }) => givesBelow(dictionary, id, authority));
      const contains = (grant: Grant) =>
        grant.authorities.some(({ id }) => partsOf(dictionary, id).includes(authority));
      const source = countedGrants.find((grant) =>
        isOn(grant, place) ? contains(grant) : placesAbove(place).some((higher) => isOn(grant, higher)) && gives(grant),
      );
      const here = countedGrants.some(
        (grant) => isOn(grant, place) && grant.authorities.some(({ id }) => id === authority),
      );
      return { authority, here, inherited: source ? source.resource : null };
    });
    const columnAuthorities = new Set(cells.map((cell) => cell?.authority));
    const grantedHere = countedGrants.filter((grant) => isOn(grant, place)).flatMap((grant) => grant.authorities);
    const others = [...new Set(grantedHere.map(({ id }) => id).filter((id) => !columnAuthorities.has(id)))].sort();
    return { place, cells, others, limited: limitedGrants.filter((grant) => isOn(grant, place)).length };
  });
}

/** The authorities of the same level that an authority includes. */
function partsOf(dictionary: Authority[], id: number): number[] {
  return dictionary.find((authority) => authority.id === id)?.includes ?? [];
}

/** Whether the authority `heldId` on a place above gives `wantedId` below. Only for display: the server decides. */
function givesBelow(dictionary: Authority[], heldId: number, wantedId: number): boolean {
  if (heldId === SUPER_USER) return true;
  const rights = [heldId, ...partsOf(dictionary, heldId)].map((id) => id % 100);
  if (!rights.includes(wantedId % 100)) return false;
  const askedLevel = (id: number) => dictionary.find((authority) => authority.id === id)?.asked_level ?? 0;
  return wantedId % 100 < FIRST_INHERITED ? heldId === wantedId : askedLevel(heldId) <= askedLevel(wantedId);
}

export const keyOfCell = (place: Place, authority: number) => `${place.type}:${place.id}:${authority}`;

/** The cells that are ticked now. */
export function tickedCells(rows: Row[]): ReadonlySet<string> {
  const tickedIn = ({ place, cells }: Row) =>
    cells.flatMap((cell) => (cell?.here ? [keyOfCell(place, cell.authority)] : []));
  return new Set(rows.flatMap(tickedIn));
}

export interface GrantChanges {
  grant: { role_id: number; res_type: number; res_id: number; authorities: number[]; valid_until: number | null }[];
  change: { id: number; version: string; authorities: number[] }[];
  revoke: { id: number; version: string }[];
}

/** The changes that invert the toggled cells. */
export function grantChanges(
  roleId: number,
  rows: Row[],
  grants: Grant[],
  toggled: ReadonlySet<string>,
  until: number | null,
  now: number,
): GrantChanges {
  const result: GrantChanges = { grant: [], change: [], revoke: [] };
  for (const { place, cells } of rows) {
    const toggledCells = cells.filter(
      (cell) => cell !== null && toggled.has(keyOfCell(place, cell.authority)),
    ) as Cell[];
    const added = toggledCells.filter((cell) => !cell.here).map((cell) => cell.authority);
    const removed = new Set(toggledCells.filter((cell) => cell.here).map((cell) => cell.authority));
    if (added.length > 0) {
      const target = { res_type: place.type, res_id: place.id };
      result.grant.push({ role_id: roleId, ...target, authorities: added, valid_until: until });
    }
    for (const grant of grants.filter((candidate) => isOn(candidate, place) && isInMatrix(candidate, now))) {
      const remaining = grant.authorities.map(({ id }) => id).filter((id) => !removed.has(id));
      if (remaining.length === grant.authorities.length) continue;
      const grantVersion = { id: grant.id, version: grant.version };
      if (remaining.length === 0) result.revoke.push(grantVersion);
      else result.change.push({ ...grantVersion, authorities: remaining });
    }
  }
  return result;
}

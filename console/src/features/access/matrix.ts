import type { Authority, Grant } from "../../api/types";

/** The rights matrix without React: what people hold on places, what saving would send, and what would undo it. */
export interface Place {
  type: number;
  id: number;
  name: string;
  /** The keys of the places above it, as far as the reader may see them. */
  above: string[];
  clusters: number[];
}

/** A row: a user, known by its personal role, or a shared role. */
export interface Person {
  role: number;
  name: string;
  /** Null for a shared role. */
  user: number | null;
  grants: Grant[];
  /** Too many grants: boxes of some might be wrong, so none is shown. */
  tooMany: boolean;
}

export interface Cell {
  key: string;
  person: Person;
  place: Place;
  right: number;
  authority: number;
  /** Granted to it on this place itself. */
  here: boolean;
  /** Other grants that give it: on a place above, of a role, or of a wider right here. */
  others: Grant[];
}

/** What one person has on one place. */
export interface Field {
  person: Person;
  place: Place;
  cells: Cell[];
  /** Authorities granted here that concern lower levels only; the matrix leaves them alone. */
  lower: number[];
  /** How many grants on this place itself are limited; they are in no cell. */
  limited: number;
}

/** In the order in which they are shown; the first ones always, the others when they are held or asked for. */
export const RIGHTS = [3, 2, 4, 6, 7, 0, 1, 5, 8, 9, 10, 11];
const USUAL = 4;
/** Create and delete count on their own level only. */
const FIRST_INHERITED = 2;
const SUPER_USER = 4;

export const keyOf = (type: number, id: number) => `${type}-${id}`;
const isSuperUser = (grant: Grant) => grant.authorities.some(({ id }) => id === SUPER_USER);

const isNotOver = (grant: Grant, now: number) => grant.valid_until === null || grant.valid_until > now;
/** A cell is about the whole place, so limited grants are left alone. */
const isInMatrix = (grant: Grant, now: number) => grant.limits === null && isNotOver(grant, now);
const isOn = (grant: Grant, { type, id }: Place) => grant.res_type === type && grant.res_id === id;
const names = (grant: Grant, authority: number) => grant.authorities.some(({ id }) => id === authority);

/** The authority of a right at a place's own level. Create is held on the parent of what is created. */
function authorityAt(dictionary: Authority[], type: number, right: number): number | undefined {
  const wanted = (right === 0 ? type : type - 1) * 100 + right;
  return dictionary.find(({ id }) => id === wanted)?.id;
}

export function fieldOf(dictionary: Authority[], person: Person, place: Place, now: number): Field {
  const counted = person.grants.filter((grant) => isInMatrix(grant, now));
  const onPlace = counted.filter((grant) => isOn(grant, place));
  const above = counted.filter((grant) => place.above.includes(keyOf(grant.res_type, grant.res_id)));
  const cells = RIGHTS.flatMap((right): Cell[] => {
    const authority = authorityAt(dictionary, place.type, right);
    if (authority === undefined) return [];
    const isHere = (grant: Grant) => grant.role_id === person.role && names(grant, authority);
    const gives = (grant: Grant) =>
      grant.authorities.some(({ id }) => id === authority || partsOf(dictionary, id).includes(authority));
    const others = [
      ...onPlace.filter((grant) => !isHere(grant) && gives(grant)),
      ...above.filter((grant) => grant.authorities.some(({ id }) => givesBelow(dictionary, id, authority))),
    ];
    const key = `${person.role}|${keyOf(place.type, place.id)}|${authority}`;
    return [{ key, person, place, right, authority, here: onPlace.some(isHere), others }];
  });
  const shown = new Set(cells.map(({ authority }) => authority));
  const held = onPlace.flatMap(({ authorities }) => authorities.map(({ id }) => id));
  const limited = person.grants.filter((grant) => grant.limits && isNotOver(grant, now) && isOn(grant, place));
  return { person, place, cells, lower: [...new Set(held)].filter((id) => !shown.has(id)), limited: limited.length };
}

/** Whether a cell is shown without being asked for. A super user has every right: that says nothing new. */
export const isShown = ({ right, here, others }: Cell) =>
  RIGHTS.indexOf(right) < USUAL || here || others.some((grant) => !isSuperUser(grant));

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

interface NewGrant extends Partial<Pick<Grant, "valid_from" | "remark">> {
  role_id: number;
  res_type: number;
  res_id: number;
  authorities: number[];
  valid_until: number | null;
}

export interface GrantChanges {
  grant: NewGrant[];
  change: { id: number; version: string; authorities: number[] }[];
  revoke: { id: number; version: string }[];
}

const numbers = (grant: Grant) => grant.authorities.map(({ id }) => id);

/** The changes that invert these cells of a field. */
export function grantChanges(fields: Field[], isToggled: (cell: Cell) => boolean, until: number | null, now: number) {
  const result: GrantChanges = { grant: [], change: [], revoke: [] };
  for (const { person, place, cells } of fields) {
    const toggled = cells.filter(isToggled);
    const added = toggled.filter(({ here }) => !here).map(({ authority }) => authority);
    const removed = new Set(toggled.filter(({ here }) => here).map(({ authority }) => authority));
    const target = { role_id: person.role, res_type: place.type, res_id: place.id };
    if (added.length > 0) result.grant.push({ ...target, authorities: added, valid_until: until });
    const own = (grant: Grant) => grant.role_id === person.role && isOn(grant, place) && isInMatrix(grant, now);
    for (const grant of person.grants.filter(own)) {
      const remaining = numbers(grant).filter((id) => !removed.has(id));
      if (remaining.length === grant.authorities.length) continue;
      const { id, version } = grant;
      if (remaining.length === 0) result.revoke.push({ id, version });
      else result.change.push({ id, version, authorities: remaining });
    }
  }
  return result;
}

interface Saved {
  granted: { id: number; version: string }[];
  changed: { id: number; version: string }[];
}

/** The opposite of a change that was saved. `before`: the grants as they were. */
export function undoing({ change, revoke }: GrantChanges, saved: Saved, before: Grant[]): GrantChanges {
  const known = (wanted: number) => before.filter(({ id }) => id === wanted);
  const version = (wanted: number) => saved.changed.find(({ id }) => id === wanted)?.version ?? "";
  return {
    revoke: saved.granted.map(({ id, version }) => ({ id, version })),
    change: change.flatMap(({ id }) =>
      known(id).map((grant) => ({ id, version: version(id), authorities: numbers(grant) })),
    ),
    grant: revoke.flatMap(({ id }) =>
      known(id).map((grant) => {
        const { role_id, res_type, res_id, valid_from, valid_until, remark } = grant;
        return { role_id, res_type, res_id, valid_from, valid_until, remark, authorities: numbers(grant) };
      }),
    ),
  };
}

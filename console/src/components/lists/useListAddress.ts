import { useCallback } from "react";
import { useLocation, useSearchParams } from "react-router";

/** Name → value in the address; undefined removes it. */
type Changes = Record<string, string | undefined>;

export interface ListAddress {
  /** The value of a name; with `allowed`, only if it is one of these. */
  get: {
    (name: string): string | undefined;
    <T extends string>(name: string, allowed: readonly T[]): T | undefined;
  };
  /** Another search, filter or order: the list begins at its first page again. */
  set: (changes: Changes) => void;
  /** Another page; the browser's back button returns to this one. `previousCursors`: those of the pages before it. */
  goToPage: (changes: Changes, behind: string[]) => void;
  /** The page in the address is not one of this list: begin at the first. */
  restart: () => void;
  previousCursors: string[];
}

const FIRST_PAGE = { after: undefined, page: undefined };

/**
 * Keeps search, filters, order and page of a list in the address, so that going back, reloading and sharing a link show
 * the same rows. `list` tells two lists of one screen apart.
 *
 * A change is drawn at once (`flushSync`). If the address were ahead of the screen, the next click would combine the
 * cursor of the old rows with the new order.
 * Not nuqs: it draws later, and has no place for `previousCursors`.
 */
export function useListAddress(list = ""): ListAddress {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const prefix = list && `${list}.`;
  const get = useCallback(
    (name: string, allowed?: readonly string[]) => {
      const value = params.get(prefix + name) ?? undefined;
      return allowed && !allowed.some((option) => option === value) ? undefined : value;
    },
    [params, prefix],
  ) as ListAddress["get"];
  const withChanges = (changes: Changes) => {
    // The current address, not the rendered one: one event may make two changes.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === "") next.delete(prefix + name);
      else next.set(prefix + name, value);
    }
    return next;
  };
  return {
    get,
    set: (changes) => setParams(withChanges({ ...FIRST_PAGE, ...changes }), { replace: true, flushSync: true }),
    goToPage: (changes, behind) =>
      setParams(withChanges(changes), { state: { ...state, [`behind ${list}`]: behind }, flushSync: true }),
    restart: () => setParams(withChanges(FIRST_PAGE), { replace: true }),
    previousCursors: state?.[`behind ${list}`] ?? [],
  };
}

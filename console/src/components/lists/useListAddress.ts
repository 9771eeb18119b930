import { useCallback } from "react";
import { useLocation, useSearchParams } from "react-router";

/** What a list shows, by name; undefined takes it out of the address. */
type Changes = Record<string, string | undefined>;

export interface ListAddress {
  /** The value of a name; with `known` only one of these. */
  one: {
    (name: string): string | undefined;
    <T extends string>(name: string, known: readonly T[]): T | undefined;
  };
  /** Another search, filter or order: the list begins at its first page again. */
  set: (changes: Changes) => void;
  /** Another page: the browser's way back leads to this one. `behind`: the cursors of the pages before it. */
  turn: (changes: Changes, behind: string[]) => void;
  /** The page in the address is none of this list's: it begins at its first. */
  restart: () => void;
  behind: string[];
}

const FIRST_PAGE = { after: undefined, page: undefined };

/**
 * Search, filters, order and page of a list live in the address, so that going back, reading again and sharing a link
 * show the same rows. `list` tells two lists of one screen apart.
 *
 * What a person changes is drawn at once (`flushSync`): were the address ahead of what is drawn, the next click would
 * put the old rows' cursor beside the new order. nuqs draws later, and has no place for `behind`.
 */
export function useListAddress(list = ""): ListAddress {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const prefix = list && `${list}.`;
  const one = useCallback(
    (name: string, known?: readonly string[]) => {
      const value = params.get(prefix + name) ?? undefined;
      return known && !known.some((each) => each === value) ? undefined : value;
    },
    [params, prefix],
  ) as ListAddress["one"];
  const written = (changes: Changes) => {
    // As it is now: two changes may come from one event.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === "") next.delete(prefix + name);
      else next.set(prefix + name, value);
    }
    return next;
  };
  return {
    one,
    set: (changes) => setParams(written({ ...FIRST_PAGE, ...changes }), { replace: true, flushSync: true }),
    turn: (changes, behind) =>
      setParams(written(changes), { state: { ...state, [`behind ${list}`]: behind }, flushSync: true }),
    restart: () => setParams(written(FIRST_PAGE), { replace: true }),
    behind: state?.[`behind ${list}`] ?? [],
  };
}

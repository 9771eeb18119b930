import { type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { authoritiesQuery } from "../../api/sharedQueries";
import { useListAddress } from "../../components/lists/useListAddress";
import { fieldOf, keyOf, type Person, type Place } from "./matrix";
import { holdersQuery, MOST_PEOPLE, MOST_PLACES, personQuery, placeQuery } from "./matrixQueries";

export type MatrixData = ReturnType<typeof useMatrix>;

/** Whom and what the address names, with what they hold. Without people it is who holds something on the first place;
 * without places it is where the people hold something. `fixed`: these places instead. */
export function useMatrix(fixed?: string[]) {
  const { get, set } = useListAddress();
  const named = listed(get("who"), /^\d{1,18}$/)?.map(Number);
  const placed = fixed ?? listed(get("at"), /^[1-4]-\d{1,18}$/);
  const dictionary = useQuery(authoritiesQuery).data;
  const holders = useQuery(holdersQuery(named ? undefined : placed?.[0]));
  const roles = (named ?? holders.data ?? []).slice(0, MOST_PEOPLE);
  const people = useQueries({ queries: roles.map(personQuery), combine: together<Person> });
  const keys = (placed ?? placesOf(people.found)).slice(0, MOST_PLACES);
  const places = useQueries({ queries: keys.map(placeQuery), combine: together<Place> });
  const fields = useMemo(() => {
    const complete = people.found.filter(({ tooMany }) => !tooMany);
    if (!dictionary) return [];
    return complete.flatMap((person) => places.found.map((place) => fieldOf(dictionary, person, place, Date.now())));
  }, [dictionary, people, places]);
  // Also those that are still being read.
  const who = roles.filter((_, index) => !people.missing[index]);
  const at = keys.filter((_, index) => !places.missing[index]);
  return {
    people: people.found,
    places: places.found,
    fields,
    who,
    at,
    missing: roles.length - who.length + keys.length - at.length,
    /** How many of the address are left out. */
    cut: Math.max(0, (named?.length ?? 0) - MOST_PEOPLE) + Math.max(0, (placed?.length ?? 0) - MOST_PLACES),
    isPending: holders.isLoading || people.isPending || places.isPending || !dictionary,
    error: holders.error ?? people.error ?? places.error,
    /** Puts people and places into the address; what is not given stays as it is shown. */
    show: (wanted: { who?: number[]; at?: string[] }) => {
      const next = { who, at, ...wanted };
      set({ who: next.who.join("."), ...(fixed ? {} : { at: next.at.join(".") }) });
    },
    isInAddress: named !== undefined && placed !== undefined,
  };
}

const listed = (text: string | undefined, pattern: RegExp) =>
  text === undefined ? undefined : [...new Set(text.split("."))].filter((item) => pattern.test(item));

const placesOf = (people: Person[]) =>
  [...new Set(people.flatMap(({ grants }) => grants.map(({ res_type, res_id }) => keyOf(res_type, res_id))))].filter(
    (key) => key !== keyOf(0, 0),
  );

const together = <T>(results: UseQueryResult<T | null>[]) => ({
  found: results.flatMap(({ data }) => data ?? []) as T[],
  missing: results.map(({ data }) => data === null),
  isPending: results.some(({ isPending }) => isPending),
  error: results.find(({ data, error }) => data === undefined && error)?.error ?? null,
});

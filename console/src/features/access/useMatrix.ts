import { type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { authoritiesQuery } from "../../api/sharedQueries";
import { useListAddress } from "../../components/lists/useListAddress";
import { fieldOf, keyOf, type Person } from "./matrix";
import { holdersQuery, MOST_PEOPLE, MOST_PLACES, personQuery, placesQuery, rolesQuery } from "./matrixQueries";

export type MatrixData = ReturnType<typeof useMatrix>;

/** Whom and what the address names, with what they hold. Without people it is who holds something on the first place;
 * without places it is where the people hold something. `fixed`: these places instead. */
export function useMatrix(fixed?: string[]) {
  const { get, set } = useListAddress();
  const named = listed(get("who"), /^\d{1,18}$/)?.map(Number);
  const placed = fixed ?? listed(get("at"), /^[1-4]-\d{1,18}$/);
  const dictionary = useQuery(authoritiesQuery).data;
  const holders = useQuery({ ...holdersQuery(placed?.[0]), enabled: !named && placed !== undefined });
  const roles = (named ?? holders.data?.map(({ role }) => role) ?? []).slice(0, MOST_PEOPLE);
  const isHolder = (role: number) => holders.data?.some((holder) => holder.role === role);
  const others = useQuery(rolesQuery(roles.filter((role) => !isHolder(role))));
  const known = [...(holders.data ?? []), ...(others.data ?? [])];
  const found = roles.flatMap((role) => known.find((holder) => holder.role === role) ?? []);
  const people = useQueries({ queries: found.map(personQuery), combine: together });
  const keys = (placed ?? placesOf(people.found)).slice(0, MOST_PLACES);
  const places = useQuery(placesQuery(keys));
  const kept = keys.join(".");
  const shown = useMemo(
    () => (places.data ?? []).filter(({ type, id }) => kept.split(".").includes(keyOf(type, id))),
    [places.data, kept],
  );
  const fields = useMemo(() => {
    if (!dictionary) return [];
    const complete = people.found.filter(({ tooMany }) => !tooMany);
    return complete.flatMap((person) => shown.map((place) => fieldOf(dictionary, person, place, Date.now())));
  }, [dictionary, people, shown]);
  // Also those that are still being read.
  const who = roles.filter((role) => isOpen(others) || found.some((holder) => holder.role === role));
  const at = keys.filter((key) => isOpen(places) || shown.some(({ type, id }) => keyOf(type, id) === key));
  return {
    people: people.found,
    places: shown,
    fields,
    who,
    at,
    missing: roles.length - who.length + keys.length - at.length,
    /** How many of the address are left out. */
    cut: Math.max(0, (named?.length ?? 0) - MOST_PEOPLE) + Math.max(0, (placed?.length ?? 0) - MOST_PLACES),
    isPending:
      [holders, others, places].some((query) => isOpen(query) && query.isFetching) || people.isPending || !dictionary,
    error: holders.error ?? others.error ?? people.error ?? places.error,
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

const isOpen = ({ data, isPlaceholderData }: UseQueryResult) => data === undefined || isPlaceholderData;

const together = (results: UseQueryResult<Person>[]) => ({
  found: results.flatMap(({ data }) => data ?? []),
  isPending: results.some(({ isPending }) => isPending),
  error: results.find(({ data, error }) => data === undefined && error)?.error ?? null,
});

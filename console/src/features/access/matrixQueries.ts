import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { clustersQuery } from "../../api/sharedQueries";
import { type Grant, typeNumber } from "../../api/types";
import { keyOf, type Person, type Place } from "./matrix";

/** What the matrix reads. Whoever or whatever is not there, or is not seen, is left out. */
export const MOST_PEOPLE = 10;
export const MOST_PLACES = 12;
const PAGE = 500;
export const MOST_GRANTS = 4 * PAGE;

/** Whom a row is about: a user, by its personal role, or a shared role. */
export type Holder = Pick<Person, "role" | "name" | "user">;

/** Those of these roles that the reader may see. */
export const rolesQuery = (ids: number[]) =>
  queryOptions({
    queryKey: ["roles", "some", ids],
    queryFn: async (): Promise<Holder[]> => {
      const query = { ids: ids.join(), limit: MOST_PEOPLE };
      const { items } = await answer(client.GET("/api/v1/roles", { params: { query } }));
      return items.map(({ id: role, name, user_id: user }) => ({ role, name, user }));
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

/** A user with the grants of all its roles, or a shared role with its own. */
export const personQuery = (holder: Holder) =>
  queryOptions({
    queryKey: ["grants", "matrix", holder.role],
    queryFn: async (): Promise<Person> => {
      const grants = await allGrants(holder.user === null ? { role_id: holder.role } : { user_id: holder.user });
      return { ...holder, grants, tooMany: grants.length > MOST_GRANTS };
    },
  });

async function allGrants(whose: { role_id?: number; user_id?: number }): Promise<Grant[]> {
  const grants: Grant[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...whose, limit: PAGE, cursor };
    const page = await answer(client.GET("/api/v1/grants", { params: { query } }));
    grants.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor && grants.length <= MOST_GRANTS);
  return grants;
}

interface Listed {
  id: number;
  name: string;
  full_name?: string;
  namespace_id?: number;
  tenant_id?: number;
  cluster_ids?: number[];
}

/** By type; all places of one type with one question. */
const LISTS: Record<number, (ids: string, queries: QueryClient) => Promise<{ items: Listed[] }>> = {
  1: (_, queries) => queries.fetchQuery({ ...clustersQuery, staleTime: 5000 }),
  2: (ids) => answer(client.GET("/api/v1/tenants", { params: { query: { ids, limit: PAGE } } })),
  3: (ids) => answer(client.GET("/api/v1/namespaces", { params: { query: { ids, limit: PAGE } } })),
  4: (ids) => answer(client.GET("/api/v1/topics", { params: { query: { ids, limit: PAGE } } })),
};

async function listed(type: number, ids: number[], queries: QueryClient) {
  if (ids.length === 0) return [];
  const items = (await LISTS[type]?.(ids.join(), queries))?.items ?? [];
  return items.filter(({ id }) => ids.includes(id)).map((item) => ({ type, ...item }));
}

/** Those of these places that the reader may see, by their keys, such as `4-9`, with the places above them. */
export const placesQuery = (keys: string[]) =>
  queryOptions({
    queryKey: ["matrix", "places", keys],
    queryFn: async ({ client: queries }): Promise<Place[]> => {
      const idsOf = (type: number) =>
        keys.filter((key) => key.startsWith(`${type}-`)).map((key) => Number(key.slice(2)));
      const found = (await Promise.all([1, 2, 3, 4].map((type) => listed(type, idsOf(type), queries)))).flat();
      const above = new Set(found.flatMap(({ tenant_id }) => tenant_id ?? []));
      const unread = [...above].filter((id) => !idsOf(2).includes(id));
      const tenants = [...found, ...(await listed(2, unread, queries))].filter(({ type }) => type === 2);
      const clusters = new Map(tenants.map(({ id, cluster_ids }) => [id, cluster_ids]));
      return keys
        .flatMap((key) => found.filter(({ type, id }) => keyOf(type, id) === key))
        .map((place) => placeOf(place, clusters));
    },
    enabled: keys.length > 0,
    placeholderData: keepPreviousData,
  });

/** Without clusters if the reader may not see the tenant. */
function placeOf(
  { type, id, name, full_name, ...above }: Listed & { type: number },
  clustersOf: Map<number, number[] | undefined>,
): Place {
  const { tenant_id: tenant, namespace_id: namespace } = above;
  const clusters = type === 1 ? [id] : (clustersOf.get(tenant ?? id) ?? []);
  const keys = [
    ...(namespace ? [keyOf(3, namespace)] : []),
    ...(tenant ? [keyOf(2, tenant)] : []),
    ...(type > 1 ? clusters.map((cluster) => keyOf(1, cluster)) : []),
    keyOf(0, 0),
  ];
  return { type, id, name: full_name ?? name, above: keys, clusters };
}

/** The keys of a place and of the first that lie directly in it. */
export const placesInQuery = (key: string) =>
  queryOptions({
    queryKey: ["matrix", "in", key],
    queryFn: async (): Promise<string[]> => {
      const [type, id] = key.split("-").map(Number) as [number, number];
      const parent = type === 2 ? (`tenant:${id}` as const) : type === 3 ? `namespace:${id}` : undefined;
      if (!parent) return [key];
      const query = { parent, limit: MOST_PLACES - 1 };
      const { items } = await answer(client.GET("/api/v1/resources/tree", { params: { query } }));
      return [key, ...items.map((item) => keyOf(typeNumber(item.type), item.id))];
    },
  });

/** Those who have the first grants on a place. */
export const holdersQuery = (key = "") =>
  queryOptions({
    queryKey: ["grants", "holders", key],
    queryFn: async (): Promise<Holder[]> => {
      const [res_type, res_id] = key.split("-").map(Number);
      const query = { res_type, res_id, limit: 100 };
      const { items } = await answer(client.GET("/api/v1/grants", { params: { query } }));
      const holders = items.map(({ role_id: role, role_name: name, user_id: user }) => ({ role, name, user }));
      return [...new Map(holders.map((holder) => [holder.role, holder])).values()].slice(0, MOST_PEOPLE);
    },
  });

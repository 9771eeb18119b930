import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { Problem } from "../../api/problem";
import { roleQuery } from "../../api/sharedQueries";
import { type Grant, typeNumber } from "../../api/types";
import { keyOf, type Person, type Place } from "./matrix";

/** What the matrix reads. Whoever or whatever is not there, or is not seen, is null. */
export const MOST_PEOPLE = 10;
export const MOST_PLACES = 12;
const PAGE = 500;
export const MOST_GRANTS = 4 * PAGE;

const orNull = (thrown: unknown) => {
  if (thrown instanceof Problem && thrown.status === 404) return null;
  throw thrown;
};

/** A user (by its personal role) with the grants of all its roles, or a shared role with its own. */
export const personQuery = (role: number) =>
  queryOptions({
    queryKey: ["grants", "matrix", role],
    queryFn: async ({ client: queries }): Promise<Person | null> => {
      const known = await queries.fetchQuery(roleQuery(role)).catch(orNull);
      if (!known) return null;
      const { name, user_id: user } = known;
      const grants = await allGrants(user === null ? { role_id: role } : { user_id: user });
      return { role, name, user, grants, tooMany: grants.length > MOST_GRANTS };
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

/** A place by its key, such as `4-9`, with the places above it. */
export const placeQuery = (key: string) =>
  queryOptions({
    queryKey: ["matrix", "place", key],
    queryFn: async ({ client: queries }): Promise<Place | null> => {
      const [type, id] = key.split("-").map(Number) as [number, number];
      return (await READ[type]?.(id).then((resource) => placeOf(type, resource, queries), orNull)) ?? null;
    },
  });

interface Resource {
  id: number;
  name: string;
  full_name?: string;
  tenant_id?: number;
  namespace_id?: number;
}

const readTenant = (tenant_id: number) =>
  answer(client.GET("/api/v1/tenants/{tenant_id}", { params: { path: { tenant_id } } }));

const READ: Record<number, (id: number) => Promise<Resource>> = {
  1: (cluster_id) => answer(client.GET("/api/v1/clusters/{cluster_id}", { params: { path: { cluster_id } } })),
  2: readTenant,
  3: (namespace_id) => answer(client.GET("/api/v1/namespaces/{namespace_id}", { params: { path: { namespace_id } } })),
  4: (topic_id) => answer(client.GET("/api/v1/topics/{topic_id}", { params: { path: { topic_id } } })),
};

async function placeOf(type: number, { id, name, full_name, ...above }: Resource, queries: QueryClient) {
  const { tenant_id: tenant, namespace_id: namespace } = above;
  const clusters = type === 1 ? [id] : await clustersOf(tenant ?? id, queries);
  const keys = [
    ...(namespace ? [keyOf(3, namespace)] : []),
    ...(tenant ? [keyOf(2, tenant)] : []),
    ...(type > 1 ? clusters.map((cluster) => keyOf(1, cluster)) : []),
    keyOf(0, 0),
  ];
  return { type, id, name: full_name ?? name, above: keys, clusters };
}

/** The clusters of a tenant, read once for all places in it; none if the reader may not see the tenant. */
const clustersOf = (tenant: number, queries: QueryClient): Promise<number[]> =>
  queries.fetchQuery({
    queryKey: ["matrix", "clusters", tenant],
    queryFn: async () => (await readTenant(tenant).catch(orNull))?.cluster_ids ?? [],
    staleTime: 5000,
  });

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

/** The roles of the first grants on a place. */
export const holdersQuery = (key: string | undefined) =>
  queryOptions({
    queryKey: ["grants", "holders", key],
    queryFn: async (): Promise<number[]> => {
      const [res_type, res_id] = (key ?? "").split("-").map(Number);
      const query = { res_type, res_id, limit: 100 };
      const { items } = await answer(client.GET("/api/v1/grants", { params: { query } }));
      return [...new Set(items.map(({ role_id }) => role_id))].slice(0, MOST_PEOPLE);
    },
    enabled: key !== undefined,
  });

/** Places whose name begins with these letters. */
export const placeSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ["search", q],
    queryFn: () => answer(client.GET("/api/v1/search", { params: { query: { q } } })),
    enabled: q !== "",
  });

/** The personal roles of the first members of a group that the reader may see. */
export async function rolesOfGroup(group_id: number, most: number): Promise<number[]> {
  const query = { group_id, limit: most };
  const { items } = await answer(client.GET("/api/v1/users", { params: { query } }));
  const roleNamed = (name: string) =>
    answer(client.GET("/api/v1/names", { params: { query: { kind: "role" as const, name } } }));
  return (await Promise.all(items.map(({ username }) => roleNamed(username)))).map(({ id }) => id);
}

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

const readTenant = (tenant_id: number) =>
  answer(client.GET("/api/v1/tenants/{tenant_id}", { params: { path: { tenant_id } } }));

/** A place by its key, such as `4-9`, with the places above it. */
export const placeQuery = (key: string) =>
  queryOptions({
    queryKey: ["matrix", "place", key],
    queryFn: async ({ client: queries }): Promise<Place | null> => {
      const [type, id] = key.split("-").map(Number) as [number, number];
      const read = [readCluster, readTenantPlace, readNamespace, readTopic][type - 1];
      return (await read?.(id, queries).catch(orNull)) ?? null;
    },
  });

type Read = (id: number, queries: QueryClient) => Promise<Place>;

const ROOT = keyOf(0, 0);

const readCluster: Read = async (id) => {
  const { name } = await answer(client.GET("/api/v1/clusters/{cluster_id}", { params: { path: { cluster_id: id } } }));
  return { type: 1, id, name, above: [ROOT], clusters: [id] };
};

const readTenantPlace: Read = async (id, queries) => {
  const { name } = await readTenant(id);
  return { type: 2, id, name, ...(await aboveTenant(id, queries)) };
};

const readNamespace: Read = async (id, queries) => {
  const params = { path: { namespace_id: id } };
  const { full_name: name, tenant_id } = await answer(client.GET("/api/v1/namespaces/{namespace_id}", { params }));
  const { above, clusters } = await aboveTenant(tenant_id, queries);
  return { type: 3, id, name, above: [keyOf(2, tenant_id), ...above], clusters };
};

const readTopic: Read = async (id, queries) => {
  const params = { path: { topic_id: id } };
  const topic = await answer(client.GET("/api/v1/topics/{topic_id}", { params }));
  const { above, clusters } = await aboveTenant(topic.tenant_id, queries);
  const parents = [keyOf(3, topic.namespace_id), keyOf(2, topic.tenant_id)];
  return { type: 4, id, name: topic.full_name, above: [...parents, ...above], clusters };
};

/** The clusters of a tenant, read once for all places in it; none if the reader may not see the tenant. */
async function aboveTenant(id: number, queries: QueryClient) {
  const queryKey = ["matrix", "clusters", id];
  const queryFn = async () => (await readTenant(id).catch(orNull))?.cluster_ids ?? [];
  const clusters = await queries.fetchQuery({ queryKey, queryFn, staleTime: 5000 });
  return { clusters, above: [...clusters.map((cluster) => keyOf(1, cluster)), ROOT] };
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

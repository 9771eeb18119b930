import { queryOptions } from "@tanstack/react-query";
import { answer } from "./answer";
import { client } from "./client";
import { Problem } from "./problem";
import type { ResourceType } from "./types";

/** Names of resources as people write them, and look-ups among those that the caller may see. */

const LOOKUP_LIMIT = 20;

/** The full name: `acme/orders/created` is the persistent topic of that name. */
export function fullName(type: ResourceType, text: string): string {
  const name = text.trim();
  return type === "topic" && /^[^/]+\/[^/]+\/[^/]+$/.test(name) ? `persistent://${name}` : name;
}

/** The id of a resource by its full name; null if there is none that the caller may see. */
export const resourceIdQuery = (kind: ResourceType, name: string) =>
  queryOptions({
    queryKey: ["resources", "named", kind, name],
    queryFn: async (): Promise<number | null> => {
      try {
        return (await answer(client.GET("/api/v1/names", { params: { query: { kind, name } } }))).id;
      } catch (thrown) {
        if (thrown instanceof Problem && thrown.status === 404) return null;
        throw thrown;
      }
    },
  });

/** Full names that match the typed text, among those that the caller may see. */
export const resourceSearchQuery = (type: ResourceType, text: string) =>
  queryOptions({
    queryKey: ["resources", "found", type, text],
    queryFn: async () => {
      const { parent, q } = splitName(type, text.trim());
      return (await LOOKUPS[type](q || undefined, parent)).filter((name) => !parent || name.includes(`${parent}/`));
    },
  });

const MOST = 100;

/** How many namespaces of a tenant, or topics of a namespace, begin with `prefix`, of those that the caller sees.
 * `more`: at least so many. */
export const prefixMatchesQuery = (parentType: "tenant" | "namespace", id: number, prefix: string) =>
  queryOptions({
    queryKey: ["resources", "beginning", parentType, id, prefix],
    queryFn: async () => {
      const page = { limit: MOST, q: prefix };
      const { items, next_cursor } =
        parentType === "tenant"
          ? await answer(client.GET("/api/v1/namespaces", { params: { query: { ...page, tenant_id: id } } }))
          : await answer(client.GET("/api/v1/topics", { params: { query: { ...page, namespace_id: id } } }));
      // The center finds names that contain the prefix anywhere, in upper or lower case.
      return { n: items.filter(({ name }) => name.startsWith(prefix)).length, more: next_cursor !== null };
    },
  });

/** `persistent://acme/orders/cre` → the parent, and the beginning of the last part. */
function splitName(type: ResourceType, text: string): { parent: string; q: string } {
  const parts = text.replace(/^[a-z-]+:\/\//, "").split("/");
  const q = parts.pop() ?? "";
  const parentComplete = type === "topic" ? parts.length === 2 : type === "namespace" && parts.length === 1;
  return { parent: parentComplete ? parts.join("/") : "", q };
}

type Lookup = (q: string | undefined, parent: string) => Promise<string[]>;

async function idOf(kind: ResourceType, name: string): Promise<number | undefined> {
  if (!name) return undefined;
  const resource = await answer(client.GET("/api/v1/names", { params: { query: { kind, name } } })).catch(() => null);
  return resource?.id;
}

const limit = LOOKUP_LIMIT;
const LOOKUPS: Record<ResourceType, Lookup> = {
  cluster: async (q) =>
    (await answer(client.GET("/api/v1/clusters", { params: { query: { limit, q } } }))).items.map(({ name }) => name),
  tenant: async (q) =>
    (await answer(client.GET("/api/v1/tenants", { params: { query: { limit, q } } }))).items.map(({ name }) => name),
  namespace: async (q, parent) => {
    const tenant_id = await idOf("tenant", parent);
    const { items } = await answer(client.GET("/api/v1/namespaces", { params: { query: { limit, q, tenant_id } } }));
    return items.map((namespace) => namespace.full_name);
  },
  topic: async (q, parent) => {
    const namespace_id = await idOf("namespace", parent);
    const { items } = await answer(client.GET("/api/v1/topics", { params: { query: { limit, q, namespace_id } } }));
    return items.map((topic) => topic.full_name);
  },
};

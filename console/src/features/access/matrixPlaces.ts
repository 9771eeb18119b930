import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { type ResourceType, typeNumber } from "../../api/types";
import type { Place } from "./matrix";

/** How many children the matrix shows; the others have to be opened one by one. */
const MOST_CHILDREN = 25;

const readResource = {
  cluster: (id: number) =>
    answer(client.GET("/api/v1/clusters/{cluster_id}", { params: { path: { cluster_id: id } } })),
  tenant: (id: number) => answer(client.GET("/api/v1/tenants/{tenant_id}", { params: { path: { tenant_id: id } } })),
  namespace: (id: number) =>
    answer(client.GET("/api/v1/namespaces/{namespace_id}", { params: { path: { namespace_id: id } } })),
  topic: (id: number) => answer(client.GET("/api/v1/topics/{topic_id}", { params: { path: { topic_id: id } } })),
};

/** The places above the resource (as far as the caller may see them), itself, and its first children. */
export async function placesAround(type: ResourceType, id: number): Promise<Place[]> {
  const ancestors: Place[] = [];
  const addTenant = async (number: number) => ancestors.unshift(...(await placeIfVisible("tenant", number)));
  if (type === "topic") {
    const topic = await readResource.topic(id);
    await addTenant(topic.tenant_id);
    ancestors.push(...(await placeIfVisible("namespace", topic.namespace_id)));
  }
  if (type === "namespace") await addTenant((await readResource.namespace(id)).tenant_id);
  const self = await placeIfVisible(type, id);
  return [...ancestors, ...self, ...(await childPlaces(type, id))];
}

async function placeIfVisible(type: ResourceType, id: number): Promise<Place[]> {
  try {
    const resource = await readResource[type](id);
    return [{ type: typeNumber(type), id, name: "full_name" in resource ? resource.full_name : resource.name }];
  } catch {
    return []; // above what the caller may see
  }
}

async function childPlaces(type: ResourceType, id: number): Promise<Place[]> {
  const limit = MOST_CHILDREN;
  if (type === "tenant") {
    const query = { limit, tenant_id: id };
    const { items } = await answer(client.GET("/api/v1/namespaces", { params: { query } }));
    return items.map((namespace) => ({ type: 3, id: namespace.id, name: namespace.full_name }));
  }
  if (type === "namespace") {
    const query = { limit, namespace_id: id };
    const { items } = await answer(client.GET("/api/v1/topics", { params: { query } }));
    return items.map((topic) => ({ type: 4, id: topic.id, name: topic.full_name }));
  }
  return [];
}

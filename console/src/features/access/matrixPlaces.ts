import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { type ResourceType, typeNumber } from "../../api/types";
import type { Place } from "./matrix";

/** How many children the matrix shows; the others have to be opened one by one. */
const CHILDREN = 25;

const one = {
  cluster: (id: number) =>
    answer(client.GET("/api/v1/clusters/{cluster_id}", { params: { path: { cluster_id: id } } })),
  tenant: (id: number) => answer(client.GET("/api/v1/tenants/{tenant_id}", { params: { path: { tenant_id: id } } })),
  namespace: (id: number) =>
    answer(client.GET("/api/v1/namespaces/{namespace_id}", { params: { path: { namespace_id: id } } })),
  topic: (id: number) => answer(client.GET("/api/v1/topics/{topic_id}", { params: { path: { topic_id: id } } })),
};

/** The places above the resource (as far as the caller may see them), itself, and its first children. */
export async function placesAround(type: ResourceType, id: number): Promise<Place[]> {
  const above: Place[] = [];
  const tenant = async (number: number) => above.unshift(...(await seen("tenant", number)));
  if (type === "topic") {
    const topic = await one.topic(id);
    await tenant(topic.tenant_id);
    above.push(...(await seen("namespace", topic.namespace_id)));
  }
  if (type === "namespace") await tenant((await one.namespace(id)).tenant_id);
  const self = await seen(type, id);
  return [...above, ...self, ...(await children(type, id))];
}

async function seen(type: ResourceType, id: number): Promise<Place[]> {
  try {
    const found = await one[type](id);
    return [{ type: typeNumber(type), id, name: "full_name" in found ? found.full_name : found.name }];
  } catch {
    return []; // above what the caller may see
  }
}

async function children(type: ResourceType, id: number): Promise<Place[]> {
  const limit = CHILDREN;
  if (type === "tenant") {
    const query = { limit, tenant_id: id };
    const { items } = await answer(client.GET("/api/v1/namespaces", { params: { query } }));
    return items.map((each) => ({ type: 3, id: each.id, name: each.full_name }));
  }
  if (type === "namespace") {
    const query = { limit, namespace_id: id };
    const { items } = await answer(client.GET("/api/v1/topics", { params: { query } }));
    return items.map((each) => ({ type: 4, id: each.id, name: each.full_name }));
  }
  return [];
}

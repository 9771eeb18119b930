import { RESOURCE_TYPES, type ResourceType } from "../../api/types";

export interface Question {
  cluster_id: number;
  principal: string;
  question: string;
  resource_type: ResourceType;
  resource: string;
  subscription?: string;
  /** Where it connects from. */
  address?: string;
  at?: number;
  /** A past revision. */
  as_of?: number;
}

/** The question in an address, perhaps incomplete; without a cluster, the first one. */
export function questionOf(params: URLSearchParams, clusters: { id: number }[]): Partial<Question> {
  const cluster = Number(params.get("cluster")) || clusters[0]?.id;
  const at = Number(params.get("at")) || undefined;
  const asOf = Number(params.get("as_of")) || undefined;
  const type = RESOURCE_TYPES.find((each) => each === params.get("type")) ?? "topic";
  return {
    cluster_id: cluster,
    principal: params.get("principal") ?? undefined,
    question: params.get("question") ?? usual[type],
    resource_type: type,
    resource: params.get("resource") ?? undefined,
    subscription: params.get("subscription") ?? undefined,
    address: params.get("address") ?? undefined,
    at,
    as_of: asOf,
  };
}

/** The most common question about each type. */
export const usual: Record<ResourceType, string> = {
  cluster: "superUser:SUPER_USER",
  tenant: "tenant:CREATE_NAMESPACE",
  namespace: "namespace:CREATE_TOPIC",
  topic: "topic:PRODUCE",
};

/** The address of a question. */
export function asParams(asked: Question): URLSearchParams {
  const params = new URLSearchParams({
    cluster: String(asked.cluster_id),
    principal: asked.principal,
    question: asked.question,
    type: asked.resource_type,
    resource: asked.resource,
  });
  if (asked.subscription) params.set("subscription", asked.subscription);
  if (asked.address) params.set("address", asked.address);
  if (asked.at) params.set("at", String(asked.at));
  if (asked.as_of) params.set("as_of", String(asked.as_of));
  return params;
}

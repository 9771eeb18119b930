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
  const type = RESOURCE_TYPES.find((option) => option === params.get("type")) ?? "topic";
  return {
    cluster_id: cluster,
    principal: params.get("principal") ?? undefined,
    question: params.get("question") ?? DEFAULT_QUESTIONS[type],
    resource_type: type,
    resource: params.get("resource") ?? undefined,
    subscription: params.get("subscription") ?? undefined,
    address: params.get("address") ?? undefined,
    at,
    as_of: asOf,
  };
}

/** The most common question about each type. */
export const DEFAULT_QUESTIONS: Record<ResourceType, string> = {
  cluster: "superUser:SUPER_USER",
  tenant: "tenant:CREATE_NAMESPACE",
  namespace: "namespace:CREATE_TOPIC",
  topic: "topic:PRODUCE",
};

/** The address of a question. */
export function questionParams(question: Question): URLSearchParams {
  const params = new URLSearchParams({
    cluster: String(question.cluster_id),
    principal: question.principal,
    question: question.question,
    type: question.resource_type,
    resource: question.resource,
  });
  if (question.subscription) params.set("subscription", question.subscription);
  if (question.address) params.set("address", question.address);
  if (question.at) params.set("at", String(question.at));
  if (question.as_of) params.set("as_of", String(question.as_of));
  return params;
}

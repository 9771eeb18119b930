import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { resourceIdQuery } from "../../api/resourceNames";
import { type Decision, RESOURCE_TYPES, type ResourceType } from "../../api/types";

export interface Question {
  principal: string;
  question: string;
  resource_type: ResourceType;
  resource: string;
  /** Its id or its name; undefined: the center chooses one on which the tenant lives. */
  cluster?: string;
  subscription?: string;
  /** Where it connects from. */
  address?: string;
  at?: number;
  /** A past revision, or a past time. */
  as_of?: number;
  as_of_time?: number;
}

/** The most common question about each type. */
export const DEFAULT_QUESTIONS: Record<ResourceType, string> = {
  cluster: "superUser:SUPER_USER",
  tenant: "tenant:CREATE_NAMESPACE",
  namespace: "namespace:CREATE_TOPIC",
  topic: "topic:PRODUCE",
};

const MOMENTS = ["at", "as_of", "as_of_time"] as const;

/** The question in an address, perhaps incomplete. */
export function questionOf(params: URLSearchParams): Partial<Question> {
  const text = (name: string) => params.get(name) ?? undefined;
  const type = RESOURCE_TYPES.find((option) => option === params.get("type")) ?? "topic";
  return {
    principal: text("principal"),
    question: params.get("question") ?? DEFAULT_QUESTIONS[type],
    resource_type: type,
    resource: text("resource"),
    cluster: text("cluster"),
    subscription: text("subscription"),
    address: text("address"),
    ...Object.fromEntries(MOMENTS.map((name) => [name, Number(params.get(name)) || undefined])),
  };
}

/** The address of a question. */
export function questionParams({ resource_type, ...question }: Question): URLSearchParams {
  const given = Object.entries({ ...question, type: resource_type }).filter(([, value]) => value);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

export interface Answered {
  decision: Decision;
  /** The center has no such resource, or none that the reader may see. */
  noResource: boolean;
  type: ResourceType;
}

/** Why it is allowed or denied, and whether the center has no such resource, or none that the reader may see. */
export const decisionQuery = ({ cluster, ...question }: Question) =>
  queryOptions({
    queryKey: ["access", "explained", cluster, question],
    queryFn: async ({ client: queries }): Promise<Answered> => {
      const { resource_type: type, resource, as_of, as_of_time } = question;
      const where = /^\d+$/.test(cluster ?? "") ? { cluster_id: Number(cluster) } : { cluster };
      // Whether the resource existed in the past is not checked.
      const isNow = as_of === undefined && as_of_time === undefined;
      const id = isNow ? queries.fetchQuery(resourceIdQuery(type, resource)).catch(() => undefined) : undefined;
      const decision = await answer(client.POST("/api/v1/access/explain", { body: { ...question, ...where } }));
      return { decision, noResource: (await id) === null, type };
    },
  });

import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { ClusterPolicies, PolicyWish } from "../../api/types";
import { ifMatchHeader } from "../../api/version";
import type { Resource } from "./resources";

/** A resource that has policies. */
export type PolicyResource = Extract<Resource, { type: "namespace" | "topic" }>;

const ofNamespace = (id: number) => ({ params: { path: { namespace_id: id } } });
const ofTopic = (id: number) => ({ params: { path: { topic_id: id } } });

/** The wished policies. Only who administers or audits the resource may read them. */
export const policiesQuery = ({ type, id }: PolicyResource) =>
  queryOptions({
    queryKey: ["resources", type, id, "policies"],
    queryFn: () =>
      type === "namespace"
        ? answer(client.GET("/api/v1/namespaces/{namespace_id}/policies", ofNamespace(id)))
        : answer(client.GET("/api/v1/topics/{topic_id}/policies", ofTopic(id))),
  });

/** What the clusters have now, and their defaults. */
export const livePoliciesQuery = ({ type, id }: PolicyResource) =>
  queryOptions({
    queryKey: ["live policies", type, id],
    queryFn: () =>
      type === "namespace"
        ? answer(client.GET("/api/v1/namespaces/{namespace_id}/policies/live", ofNamespace(id)))
        : answer(client.GET("/api/v1/topics/{topic_id}/policies/live", ofTopic(id))),
    gcTime: 0,
    retry: false,
  });

/** The defaults where no policy is set, from the first cluster that reports them. */
export const defaultsIn = (live: { clusters: ClusterPolicies[] } | undefined): Record<string, string> =>
  live?.clusters.find((cluster) => Object.keys(cluster.defaults).length > 0)?.defaults ?? {};

/** Which policies can be set. */
export const policyKindsQuery = queryOptions({
  queryKey: ["policy kinds"],
  queryFn: () => answer(client.GET("/api/v1/policy-kinds")),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Policies for usual purposes. */
export const presetsQuery = queryOptions({
  queryKey: ["policy presets"],
  queryFn: () => answer(client.GET("/api/v1/policy-presets")),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Sets policies, and removes those that are null. */
export function changePolicies(
  { type, id }: PolicyResource,
  current: PolicyWish,
  policies: Record<string, string | null>,
) {
  const header = ifMatchHeader(current);
  const body = { policies };
  return type === "namespace"
    ? answer(
        client.PATCH("/api/v1/namespaces/{namespace_id}/policies", {
          params: { path: { namespace_id: id }, header },
          body,
        }),
      )
    : answer(client.PATCH("/api/v1/topics/{topic_id}/policies", { params: { path: { topic_id: id }, header }, body }));
}

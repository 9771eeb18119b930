import { queryOptions } from "@tanstack/react-query";
import { answer, answerWithRevision } from "../../api/answer";
import { client } from "../../api/client";
import type { Cluster, Loss, Namespace, ResourceType, Tenant, Topic } from "../../api/types";
import { ifMatchHeader } from "../../api/version";

/** One resource of any type, with what its page needs; fields of other types are absent. */
export type Resource =
  | ({ type: "cluster" } & Cluster)
  | ({ type: "tenant" } & Tenant)
  | ({ type: "namespace" } & Namespace)
  | ({ type: "topic" } & Topic);

/** True for a topic of Pulsar 5 with segments: the center shows it on its cluster, and changes nothing there. */
export const isScalable = (resource: Resource) => resource.type === "topic" && resource.domain === "topic";

async function readResource(type: ResourceType, id: number): Promise<Resource> {
  switch (type) {
    case "cluster":
      return {
        type,
        ...(await answer(client.GET("/api/v1/clusters/{cluster_id}", { params: { path: { cluster_id: id } } }))),
      };
    case "tenant":
      return {
        type,
        ...(await answer(client.GET("/api/v1/tenants/{tenant_id}", { params: { path: { tenant_id: id } } }))),
      };
    case "namespace":
      return {
        type,
        ...(await answer(client.GET("/api/v1/namespaces/{namespace_id}", { params: { path: { namespace_id: id } } }))),
      };
    case "topic":
      return {
        type,
        ...(await answer(client.GET("/api/v1/topics/{topic_id}", { params: { path: { topic_id: id } } }))),
      };
  }
}

const POLL_MS = 2000;

/** A resource, read again as long as a provisioning job is open. */
export const resourceQuery = (type: ResourceType, id: number) =>
  queryOptions({
    queryKey: ["resources", type, id],
    queryFn: () => readResource(type, id),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? POLL_MS : false),
  });

function isMoving(resource: Resource): boolean {
  return resource.type !== "cluster" && (resource.provisioning.state === "pending" || resource.deleting);
}

/** Puts failed provisioning jobs back into the queue. */
export function retryProvisioning(resource: Resource): Promise<unknown> {
  const id = resource.id;
  switch (resource.type) {
    case "tenant":
      return answer(client.POST("/api/v1/tenants/{tenant_id}/retry", { params: { path: { tenant_id: id } } }));
    case "namespace":
      return answer(client.POST("/api/v1/namespaces/{namespace_id}/retry", { params: { path: { namespace_id: id } } }));
    case "topic":
      return answer(client.POST("/api/v1/topics/{topic_id}/retry", { params: { path: { topic_id: id } } }));
    case "cluster":
      return Promise.reject(new Error("a cluster is not provisioned"));
  }
}

type Deletable = Exclude<Resource, { type: "cluster" }>;

/** What the clusters of a resource would lose. Read each time it is shown, without retries. */
export const lossQuery = ({ type, id }: Pick<Deletable, "type" | "id">) =>
  queryOptions({
    queryKey: ["loss", type, id],
    queryFn: () => readLoss(type, id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

function readLoss(type: Deletable["type"], id: number): Promise<Loss> {
  switch (type) {
    case "tenant":
      return answer(client.GET("/api/v1/tenants/{tenant_id}/loss", { params: { path: { tenant_id: id } } }));
    case "namespace":
      return answer(client.GET("/api/v1/namespaces/{namespace_id}/loss", { params: { path: { namespace_id: id } } }));
    case "topic":
      return answer(client.GET("/api/v1/topics/{topic_id}/loss", { params: { path: { topic_id: id } } }));
  }
}

/** Deletes a resource; with `cascade`, everything in it and the grants too. */
export function deleteResource(resource: Resource, confirm: string, cascade: boolean): Promise<unknown> {
  const { id } = resource;
  const header = ifMatchHeader(resource);
  const query = { cascade, confirm };
  switch (resource.type) {
    case "cluster":
      return answerWithRevision(
        client.DELETE("/api/v1/clusters/{cluster_id}", { params: { path: { cluster_id: id }, header, query } }),
      );
    case "tenant":
      return answerWithRevision(
        client.DELETE("/api/v1/tenants/{tenant_id}", { params: { path: { tenant_id: id }, header, query } }),
      );
    case "namespace":
      return answerWithRevision(
        client.DELETE("/api/v1/namespaces/{namespace_id}", { params: { path: { namespace_id: id }, header, query } }),
      );
    case "topic":
      return answerWithRevision(
        client.DELETE("/api/v1/topics/{topic_id}", { params: { path: { topic_id: id }, header, query } }),
      );
  }
}

/** The name in Pulsar's notation. */
export const nameOf = (resource: Resource) => (resource.type === "cluster" ? resource.name : resource.full_name);

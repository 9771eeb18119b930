import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { ResourceType } from "../../api/types";
import { type Resource, resourceQuery } from "./resources";

/** The path of the address's resource in the tree (`cluster:1/tenant:2/…`); undefined until it is loaded. */
export function usePath(): string | undefined {
  const { type, id } = useParams();
  const resource = useQuery({ ...resourceQuery(type as ResourceType, Number(id)), enabled: type !== undefined }).data;
  const namespaceId = resource?.type === "topic" ? resource.namespace_id : undefined;
  const tenantId = resource?.type === "topic" || resource?.type === "namespace" ? resource.tenant_id : undefined;
  const parentTenant = useQuery({ ...resourceQuery("tenant", tenantId ?? 0), enabled: tenantId !== undefined }).data;
  const tenant = resource?.type === "tenant" ? resource : parentTenant;
  if (!resource) return undefined;
  if (resource.type === "cluster") return `cluster:${resource.id}`;
  const cluster = tenant?.type === "tenant" ? tenant.cluster_ids[0] : undefined;
  if (!tenant || cluster === undefined) return undefined;
  return [`cluster:${cluster}`, `tenant:${tenant.id}`, ...pathBelowTenant(resource, namespaceId)].join("/");
}

function pathBelowTenant(resource: Resource, namespaceId: number | undefined): string[] {
  if (resource.type === "namespace") return [`namespace:${resource.id}`];
  if (resource.type === "topic") return [`namespace:${namespaceId}`, `topic:${resource.id}`];
  return [];
}

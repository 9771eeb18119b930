import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { ResourceType } from "../../api/types";
import { type Resource, resourceQuery } from "./resources";

/** The path of the address's resource in the tree (`cluster:1/tenant:2/…`); undefined until it is loaded. */
export function usePath(): string | undefined {
  const { type, id } = useParams();
  const chosen = useQuery({ ...resourceQuery(type as ResourceType, Number(id)), enabled: type !== undefined }).data;
  const namespaceId = chosen?.type === "topic" ? chosen.namespace_id : undefined;
  const tenantId = chosen?.type === "topic" || chosen?.type === "namespace" ? chosen.tenant_id : undefined;
  const tenantOf = useQuery({ ...resourceQuery("tenant", tenantId ?? 0), enabled: tenantId !== undefined }).data;
  const tenant = chosen?.type === "tenant" ? chosen : tenantOf;
  if (!chosen) return undefined;
  if (chosen.type === "cluster") return `cluster:${chosen.id}`;
  const cluster = tenant?.type === "tenant" ? tenant.cluster_ids[0] : undefined;
  if (!tenant || cluster === undefined) return undefined;
  return [`cluster:${cluster}`, `tenant:${tenant.id}`, ...lower(chosen, namespaceId)].join("/");
}

function lower(chosen: Resource, namespaceId: number | undefined): string[] {
  if (chosen.type === "namespace") return [`namespace:${chosen.id}`];
  if (chosen.type === "topic") return [`namespace:${namespaceId}`, `topic:${chosen.id}`];
  return [];
}

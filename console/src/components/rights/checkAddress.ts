import { fullName } from "../../api/resourceNames";
import { type Denial, type Operation, RESOURCE_TYPES } from "../../api/types";

/** The address that asks why an attempt of this user was denied. `operations`: what can be asked about. */
export function checkAddress({ resource, op }: Denial, principal: string, operations: Operation[]): string {
  const params = new URLSearchParams({ principal });
  // A path of the log: `cluster/tenant/namespace/topic`, or `cluster/non-persistent://tenant/namespace/topic`.
  const [, cluster = "", below = ""] = resource?.match(/^([^/]*)\/?(.*)$/) ?? [];
  const type = below.includes("://") ? "topic" : RESOURCE_TYPES[below ? below.split("/").length : 0];
  if (!type || !cluster) return `/why?${params}`;
  const asked = operations.find(({ question, asked_on }) => asked_on.includes(type) && question.endsWith(`:${op}`));
  if (asked) params.set("question", asked.question);
  params.set("type", type);
  params.set("resource", type === "cluster" ? cluster : fullName(type, below));
  params.set("cluster", cluster);
  return `/why?${params}`;
}

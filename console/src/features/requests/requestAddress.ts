import type { GrantLimits, ResourceType } from "../../api/types";
import type { LimitValues } from "../../components/rights/limitsText";

export interface MissingRight {
  type: ResourceType;
  /** The full name of the resource. */
  resource: string;
  authority: number;
  limits?: GrantLimits | null;
}

/** The address of the form that asks for a right, filled in with what is missing. */
export function requestAddress({ type, resource, authority, limits }: MissingRight): string {
  const params = new URLSearchParams({ type, resource, authority: String(authority) });
  if (limits?.prefix) params.set("prefix", limits.prefix);
  for (const name of limits?.subscriptions ?? []) params.append("subscription", name);
  return `/requests/new?${params}`;
}

/** The limits in such an address. */
export function limitsFromAddress(params: URLSearchParams): LimitValues {
  const subscriptions = params.getAll("subscription");
  return { prefix: params.get("prefix") ?? undefined, subscriptions: subscriptions.length ? subscriptions : undefined };
}

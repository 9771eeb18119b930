import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Home } from "../../api/types";

const REFRESH_MS = 10_000;

/** What the first page shows, read again while it is open. */
export const homeQuery = queryOptions({
  queryKey: ["home"],
  queryFn: () => answer(client.GET("/api/v1/home")),
  refetchInterval: REFRESH_MS,
});

type Refusal = NonNullable<Home["denials"]["last_own"]>;

/** A topic's full name, of the path in an access event: `cluster/tenant/namespace/topic`. */
function topicOf({ resource }: Refusal): string | undefined {
  const [, tenant, namespace, topic, ...more] = resource?.split("/") ?? [];
  return topic && more.length === 0 ? `persistent://${tenant}/${namespace}/${topic}` : undefined;
}

/** Reading or writing a topic, as an authority on it. */
const AUTHORITIES: Record<number, number> = { 2: 303, 3: 302 };

/** The address that asks for the right that was missing; undefined where no grant would help, or nobody knows which. */
export function requestAddress(refusal: Refusal): string | undefined {
  const topic = topicOf(refusal);
  const authority = AUTHORITIES[refusal.action ?? 0];
  if (refusal.reason !== "NO_GRANT" || !topic || authority === undefined) return undefined;
  return `/requests/new?${new URLSearchParams({ type: "topic", resource: topic, authority: String(authority) })}`;
}

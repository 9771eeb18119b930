import { queryOptions } from "@tanstack/react-query";
import { answer, answerWithRevision } from "../../../api/answer";
import { client } from "../../../api/client";

/** How often live data is read again while it is shown. The center caches it for three seconds. */
const REFRESH_MS = 5000;
const liveOptions = { refetchInterval: REFRESH_MS, gcTime: 0, retry: false } as const;

export const loadQuery = (id: number) =>
  queryOptions({
    queryKey: ["live", "brokers", id],
    queryFn: () =>
      answer(client.GET("/api/v1/clusters/{cluster_id}/live/brokers", { params: { path: { cluster_id: id } } })),
    ...liveOptions,
  });

export const bundlesQuery = (id: number) =>
  queryOptions({
    queryKey: ["live", "bundles", id],
    queryFn: () =>
      answer(client.GET("/api/v1/namespaces/{namespace_id}/live/bundles", { params: { path: { namespace_id: id } } })),
    ...liveOptions,
  });

export const statsQuery = (id: number, principals: boolean) =>
  queryOptions({
    queryKey: ["live", "stats", id, principals],
    queryFn: () => {
      const params = { path: { topic_id: id }, query: { principals } };
      return answer(client.GET("/api/v1/topics/{topic_id}/live/stats", { params }));
    },
    ...liveOptions,
  });

export const subscriptionsQuery = (id: number) =>
  queryOptions({
    queryKey: ["live", "subscriptions", id],
    queryFn: () => answer(client.GET("/api/v1/topics/{topic_id}/live/subscriptions", topicParams(id))),
    ...liveOptions,
  });

export const ledgersQuery = (id: number) =>
  queryOptions({
    queryKey: ["live", "ledgers", id],
    queryFn: () => answer(client.GET("/api/v1/topics/{topic_id}/live/internal-stats", topicParams(id))),
    ...liveOptions,
  });

function topicParams(id: number) {
  return { params: { path: { topic_id: id } } };
}

export type Change =
  | { kind: "reset"; to_time?: number; to_position?: string }
  | { kind: "skip"; messages: number }
  | { kind: "clear" }
  | { kind: "expire"; older_than_seconds: number }
  | { kind: "delete"; force: boolean };

export interface SubscriptionRef {
  topic: number;
  cluster: number;
  subscription: string;
  partition?: number;
}

/** Returns what a change would do; with `confirm`, makes the change. */
export function changeSubscription(target: SubscriptionRef, { kind, ...fields }: Change, confirm: boolean) {
  const { topic, cluster, subscription, partition } = target;
  const body = {
    subscription,
    cluster_id: cluster,
    partition,
    ...fields,
    ...(confirm ? { confirm: subscription } : {}),
  };
  const params = { path: { topic_id: topic }, query: dryRunQuery(confirm) };
  return answerWithRevision(
    client.POST(`/api/v1/topics/{topic_id}/live/subscriptions/${kind}`, { params, body: body as never }),
  );
}

export type Move =
  | { kind: "topic"; id: number; cluster: number }
  | { kind: "namespace"; id: number; cluster: number; bundle?: string }
  | { kind: "split"; id: number; cluster: number; bundle: string };

/** Returns what unloading or splitting would interrupt; if `confirmed`, does it. */
export function move(request: Move, confirmed: boolean) {
  const { id, cluster: cluster_id } = request;
  const query = dryRunQuery(confirmed);
  if (request.kind === "topic") {
    const params = { path: { topic_id: id }, query };
    return answerWithRevision(client.POST("/api/v1/topics/{topic_id}/live/unload", { params, body: { cluster_id } }));
  }
  const params = { path: { namespace_id: id }, query };
  const { bundle } = request;
  return request.kind === "split"
    ? answerWithRevision(
        client.POST("/api/v1/namespaces/{namespace_id}/live/split", {
          params,
          body: { bundle: request.bundle, unload: true, cluster_id },
        }),
      )
    : answerWithRevision(
        client.POST("/api/v1/namespaces/{namespace_id}/live/unload", { params, body: { bundle, cluster_id } }),
      );
}

function dryRunQuery(confirmed: boolean) {
  return confirmed ? {} : { dry_run: "true" as const };
}

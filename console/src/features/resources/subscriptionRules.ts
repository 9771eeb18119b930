import { queryOptions } from "@tanstack/react-query";
import { answer, changed } from "../../api/answer";
import { client } from "../../api/client";
import type { Namespace, SubscriptionRule, SubscriptionRules } from "../../api/types";
import { asSeen } from "../../api/version";

/** The rules of a namespace about its subscriptions. Only who administers or audits it may read them. */
export const rulesQuery = (id: number) =>
  queryOptions({
    queryKey: ["resources", "namespace", id, "subscription-permissions"],
    queryFn: () =>
      answer(
        client.GET("/api/v1/namespaces/{namespace_id}/subscription-permissions", {
          params: { path: { namespace_id: id } },
        }),
      ),
  });

/** Lets these users alone use a subscription. */
export const putRule = (id: number, seen: SubscriptionRules, body: SubscriptionRule) =>
  changed(
    client.PUT("/api/v1/namespaces/{namespace_id}/subscription-permissions", {
      params: { path: { namespace_id: id }, header: asSeen(seen) },
      body,
    }),
  );

/** Opens a subscription to whoever may read. */
export const removeRule = (id: number, seen: SubscriptionRules, subscription: string) =>
  changed(
    client.DELETE("/api/v1/namespaces/{namespace_id}/subscription-permissions", {
      params: { path: { namespace_id: id }, header: asSeen(seen), query: { subscription } },
    }),
  );

/** What names of subscriptions must be like. */
export const changeMode = (namespace: Namespace, mode: SubscriptionRules["subscription_auth_mode"]) =>
  changed(
    client.PATCH("/api/v1/namespaces/{namespace_id}", {
      params: { path: { namespace_id: namespace.id }, header: asSeen(namespace) },
      body: { subscription_auth_mode: mode },
    }),
  );

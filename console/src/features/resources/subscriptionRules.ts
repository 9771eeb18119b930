import { queryOptions } from "@tanstack/react-query";
import { answer, answerWithRevision } from "../../api/answer";
import { client } from "../../api/client";
import type { Namespace, SubscriptionRule, SubscriptionRules } from "../../api/types";
import { ifMatchHeader } from "../../api/version";

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
export const putRule = (id: number, rules: SubscriptionRules, body: SubscriptionRule) =>
  answerWithRevision(
    client.PUT("/api/v1/namespaces/{namespace_id}/subscription-permissions", {
      params: { path: { namespace_id: id }, header: ifMatchHeader(rules) },
      body,
    }),
  );

/** Opens a subscription to everybody who may read. */
export const removeRule = (id: number, rules: SubscriptionRules, subscription: string) =>
  answerWithRevision(
    client.DELETE("/api/v1/namespaces/{namespace_id}/subscription-permissions", {
      params: { path: { namespace_id: id }, header: ifMatchHeader(rules), query: { subscription } },
    }),
  );

/** Sets which names of subscriptions the namespace allows. */
export const changeMode = (namespace: Namespace, mode: SubscriptionRules["subscription_auth_mode"]) =>
  answerWithRevision(
    client.PATCH("/api/v1/namespaces/{namespace_id}", {
      params: { path: { namespace_id: namespace.id }, header: ifMatchHeader(namespace) },
      body: { subscription_auth_mode: mode },
    }),
  );

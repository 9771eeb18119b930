import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { NOTICE_KINDS } from "../../api/limits.gen";
import type { ProblemCode } from "../../api/types";
import type { Texts } from "../../texts/texts";

export const mailQuery = queryOptions({ queryKey: ["mail"], queryFn: () => answer(client.GET("/api/v1/mail")) });

export const sendTest = () => answer(client.POST("/api/v1/mail/test"));

/** There are twenty web hooks at most. */
export const hooksQuery = queryOptions({
  queryKey: ["web-hooks"],
  queryFn: () => answer(client.GET("/api/v1/web-hooks", { params: { query: { limit: 500 } } })),
});

export interface HookValues {
  name: string;
  url: string;
  kinds?: (typeof NOTICE_KINDS)[number][];
}

export const createHook = ({ name, url, kinds }: HookValues) =>
  answer(client.POST("/api/v1/web-hooks", { body: { name, url, kinds: kinds?.length ? kinds : null } }));

const hookParams = (hook_id: number) => ({ params: { path: { hook_id } } });

export const switchHook = ({ id, status }: { id: number; status: "on" | "off" }) =>
  answer(client.PATCH("/api/v1/web-hooks/{hook_id}", { ...hookParams(id), body: { status } }));
export const testHook = (id: number) => answer(client.POST("/api/v1/web-hooks/{hook_id}/test", hookParams(id)));
export const deleteHook = (id: number) => answer(client.DELETE("/api/v1/web-hooks/{hook_id}", hookParams(id)));
export const renewSecret = async (id: number) =>
  (await answer(client.POST("/api/v1/web-hooks/{hook_id}/secret", hookParams(id)))).secret;

/** The newest deliveries of a web hook. */
export const deliveriesQuery = (hook_id: number) =>
  queryOptions({
    queryKey: ["web-hooks", hook_id, "deliveries"],
    queryFn: () =>
      answer(
        client.GET("/api/v1/web-hooks/{hook_id}/deliveries", {
          params: { path: { hook_id }, query: { sort: "-id", limit: 20 } },
        }),
      ),
    refetchInterval: 5000,
  });

export const retryDelivery = ({ hook_id, delivery_id }: { hook_id: number; delivery_id: number }) =>
  answer(
    client.POST("/api/v1/web-hooks/{hook_id}/deliveries/{delivery_id}/retry", {
      params: { path: { hook_id, delivery_id } },
    }),
  );

/** What a message is about, in the reader's language. */
export const kindText = ({ messages }: Texts, kind: string) =>
  messages.kinds[kind as keyof Texts["messages"]["kinds"]] ?? kind;

/** The part of a message that tells why it did not arrive. */
export interface FailedMessage {
  problem: string | null;
  problem_code: ProblemCode | null;
  problem_status: number | null;
}

/** What went wrong, in the reader's language; older messages have English words only. */
export function problemInWords({ messages }: Texts, { problem, problem_code, problem_status }: FailedMessage) {
  if (problem_code === null) return problem ?? undefined;
  const words = messages.problems[problem_code];
  return problem_status === null ? words : messages.withStatus(words, problem_status);
}

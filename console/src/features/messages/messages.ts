import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Texts } from "../../texts/texts";

export const mailQuery = queryOptions({ queryKey: ["mail"], queryFn: () => answer(client.GET("/api/v1/mail")) });

export const sendTest = () => answer(client.POST("/api/v1/mail/test"));

/** Twenty at most. */
export const hooksQuery = queryOptions({
  queryKey: ["web-hooks"],
  queryFn: () => answer(client.GET("/api/v1/web-hooks", { params: { query: { limit: 500 } } })),
});

export const NOTICE_KINDS = [
  "grant_ends",
  "given_grant_ends",
  "secret_ends",
  "token_ends",
  "request_to_decide",
  "request_decided",
  "factor_reset",
  "removal_planned",
  "removal_cancelled",
  "removal_done",
  "removal_undone",
  "removal_spared",
] as const;
type NoticeKind = (typeof NOTICE_KINDS)[number];

export interface HookValues {
  name: string;
  url: string;
  kinds?: NoticeKind[];
}

export const createHook = ({ name, url, kinds }: HookValues) =>
  answer(client.POST("/api/v1/web-hooks", { body: { name, url, kinds: kinds?.length ? kinds : null } }));

const of = (hook_id: number) => ({ params: { path: { hook_id } } });

export const switchHook = ({ id, status }: { id: number; status: "on" | "off" }) =>
  answer(client.PATCH("/api/v1/web-hooks/{hook_id}", { ...of(id), body: { status } }));
export const testHook = (id: number) => answer(client.POST("/api/v1/web-hooks/{hook_id}/test", of(id)));
export const deleteHook = (id: number) => answer(client.DELETE("/api/v1/web-hooks/{hook_id}", of(id)));
export const renewSecret = async (id: number) =>
  (await answer(client.POST("/api/v1/web-hooks/{hook_id}/secret", of(id)))).secret;

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

export const sendAgain = ({ hook_id, delivery_id }: { hook_id: number; delivery_id: number }) =>
  answer(
    client.POST("/api/v1/web-hooks/{hook_id}/deliveries/{delivery_id}/retry", {
      params: { path: { hook_id, delivery_id } },
    }),
  );

/** What a message is about, in the reader's language. */
export const kindText = ({ messages }: Texts, kind: string) =>
  messages.kinds[kind as keyof Texts["messages"]["kinds"]] ?? kind;

/** Errors of the center's libraries, in words. */
const ERRORS: Record<string, string> = {
  ConnectError: "no connection",
  ConnectTimeout: "no connection in time",
  ConnectionRefusedError: "the connection was refused",
  ConnectionResetError: "the connection was cut",
  ReadError: "the connection was cut",
  ReadTimeout: "no answer in time",
  RemoteProtocolError: "its answer is no HTTP",
  SMTPAuthenticationError: "user name or password are wrong",
  SMTPConnectError: "it lets nobody in",
  SMTPDataError: "it took no text",
  SMTPRecipientsRefused: "it does not know the address",
  SMTPSenderRefused: "it does not take this sender",
  SMTPServerDisconnected: "the connection was cut",
  TimeoutError: "no answer in time",
  WriteError: "the connection was cut",
  gaierror: "its name is not known",
};

/** What went wrong, as the center tells it (in English), without the name of a library's error. */
export const problemInWords = (problem: string) =>
  problem.replace(/ \(([A-Za-z]+)\)$/, (_, error: string) => (ERRORS[error] ? `: ${ERRORS[error]}` : ""));

import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";

/** The reader's second factors. */
export const factorsQuery = queryOptions({
  queryKey: ["factors"],
  queryFn: () => answer(client.GET("/api/v1/session/factors")),
});

/** The browsers in which the reader is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async () => (await answer(client.GET("/api/v1/sessions"))).items,
});

export const beginApp = () => answer(client.POST("/api/v1/session/authenticator-app"));
export const confirmApp = async (code: string) =>
  (await answer(client.PUT("/api/v1/session/authenticator-app", { body: { code } }))).codes;
export const removeApp = () => answer(client.DELETE("/api/v1/session/authenticator-app"));
export const renewCodes = async () => (await answer(client.POST("/api/v1/session/recovery-codes"))).codes;
export const removePasskey = (number: number) =>
  answer(client.DELETE("/api/v1/session/passkeys/{number}", { params: { path: { number } } }));
export const endSession = (session_id: number) =>
  answer(client.DELETE("/api/v1/sessions/{session_id}", { params: { path: { session_id } } }));
export const endOtherSessions = () => answer(client.DELETE("/api/v1/sessions"));

import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Remediation } from "../../api/types";
import { ifMatchHeader } from "../../api/version";
import type { PageQuery } from "../../components/lists/listPage";

/** Reading and changing remediations. */
export const listRemediations = (state?: string) => (page: PageQuery) =>
  answer(
    client.GET("/api/v1/remediations", {
      params: { query: { ...page, q: undefined, state: state as "applied" | undefined, sort: "-id" } },
    }),
  );

export const remediationQuery = (id: number) =>
  queryOptions({
    queryKey: ["remediations", id],
    queryFn: () =>
      answer(client.GET("/api/v1/remediations/{remediation_id}", { params: { path: { remediation_id: id } } })),
    // The worker applies it within seconds.
    refetchInterval: (query) => (query.state.data?.waits_for === "worker" ? 2_000 : false),
  });

export const previewRemediation = (suggestions: string[], usage_days?: number) =>
  answer(client.POST("/api/v1/remediations/preview", { body: { suggestions, usage_days } }));

export const planRemediation = (body: { suggestions: string[]; reason: string; notice_days?: number }) =>
  answer(client.POST("/api/v1/remediations", { body }));

const remediationParams = (remediation: Remediation) => ({
  path: { remediation_id: remediation.id },
  header: ifMatchHeader(remediation),
});

export const confirmRemediation = (remediation: Remediation) =>
  answer(client.POST("/api/v1/remediations/{remediation_id}/confirm", { params: remediationParams(remediation) }));

export const cancelRemediation = (remediation: Remediation, comment: string) =>
  answer(
    client.POST("/api/v1/remediations/{remediation_id}/cancel", {
      params: remediationParams(remediation),
      body: { comment },
    }),
  );

export const rollBackRemediation = (remediation: Remediation, comment: string) =>
  answer(
    client.POST("/api/v1/remediations/{remediation_id}/roll-back", {
      params: remediationParams(remediation),
      body: { comment },
    }),
  );

/** State → colour; all others are grey. */
export const stateColors: Record<string, string> = {
  proposed: "orange",
  announced: "blue",
  pending: "blue",
  applied: "green",
  failed: "red",
  not_restored: "red",
};

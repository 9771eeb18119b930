import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Finding, OptOut, Suggestion } from "../../api/types";
import type { PageQuery } from "../../components/lists/listPage";

/** Reading the results of the audit's current run. */
export interface FindingFilter {
  kind?: string;
  state?: "open" | "closed";
  severity?: number;
}

export type FindingSort = "severity" | "-severity" | "last_seen" | "-last_seen";
export type SuggestionSort = "saved" | "-saved" | "role_name" | "-role_name";

export const resultsQuery = queryOptions({
  queryKey: ["audit", "results"],
  queryFn: () => answer(client.GET("/api/v1/audit/results")),
});

export const listFindings =
  ({ kind, ...filter }: FindingFilter) =>
  ({ sort = "-severity", ...page }: PageQuery<FindingSort>) =>
    answer(
      client.GET("/api/v1/audit/findings", {
        params: { query: { ...page, ...filter, kind: kind as "creep" | undefined, sort } },
      }),
    );

export const findingQuery = ({ id }: Finding) =>
  queryOptions({
    queryKey: ["audit", "finding", id],
    queryFn: () => answer(client.GET("/api/v1/audit/findings/{finding}", { params: { path: { finding: id } } })),
  });

export const listSuggestions =
  (kind?: Suggestion["kind"]) =>
  ({ sort = "-saved", ...page }: PageQuery<SuggestionSort>) =>
    answer(
      client.GET("/api/v1/audit/suggestions", {
        params: { query: { ...page, kind: kind as "narrow" | undefined, sort } },
      }),
    );

export const suggestionQuery = (id: string) =>
  queryOptions({
    queryKey: ["audit", "suggestion", id],
    queryFn: () =>
      answer(client.GET("/api/v1/audit/suggestions/{suggestion}", { params: { path: { suggestion: id } } })),
  });

export const optOut = (body: { grant_id: number; reason: string; until: number }) =>
  answer(client.POST("/api/v1/audit/opt-outs", { body }));

export const listOptOuts = (page: PageQuery) =>
  answer(client.GET("/api/v1/audit/opt-outs", { params: { query: { ...page, q: undefined, sort: undefined } } }));

export const endOptOut = ({ id }: OptOut) =>
  answer(client.DELETE("/api/v1/audit/opt-outs/{opt_out_id}", { params: { path: { opt_out_id: id } } }));

export const usageQuery = (id: number) =>
  queryOptions({
    queryKey: ["audit", "usage", id],
    queryFn: () => answer(client.GET("/api/v1/grants/{grant_id}/usage", { params: { path: { grant_id: id } } })),
  });

/** A share (0 to 1) as percent, in the reader's language. */
export function percent(share: number, language: string): string {
  return share.toLocaleString(language, { style: "percent", maximumFractionDigits: 1 });
}

import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { DriftLine } from "../../api/types";
import type { PageQuery } from "../../components/lists/listPage";
import type { Texts } from "../../texts/texts";

export const KINDS = ["missing", "extra", "different"] as const;
export const STATES = ["open", "accepted", "repairing", "gone"] as const;
export interface DriftFilter {
  kind?: (typeof KINDS)[number];
  state?: (typeof STATES)[number];
}

/** The newest comparison; read again while one is running. */
export const runQuery = (cluster_id: number) =>
  queryOptions({
    queryKey: ["drift", cluster_id, "run"],
    queryFn: () => answer(client.GET("/api/v1/clusters/{cluster_id}/drift", { params: { path: { cluster_id } } })),
    refetchInterval: ({ state }) => (["waiting", "running"].includes(state.data?.state ?? "") ? 2000 : 30_000),
  });

export const listLines = (cluster_id: number, filter: DriftFilter) => (query: PageQuery) =>
  answer(
    client.GET("/api/v1/clusters/{cluster_id}/drift/lines", {
      params: { path: { cluster_id }, query: { ...query, ...filter } },
    }),
  );

export const compare = (cluster_id: number) =>
  answer(client.POST("/api/v1/clusters/{cluster_id}/drift/runs", { params: { path: { cluster_id } } }));

/** A line of a cluster. */
export interface LineOfCluster {
  cluster: number;
  line: DriftLine;
}

const lineParams = ({ cluster, line }: LineOfCluster) => ({
  params: { path: { cluster_id: cluster, line_id: line.id } },
});

export const ANSWERS = ["adopt", "repair", "accept"] as const;
export type Answer = (typeof ANSWERS)[number];

/** The answers that a line may be given now. Rights on a place that is gone are given when that was made again. */
export const possibleAnswers = ({ state, calls }: DriftLine) =>
  ANSWERS.filter((answerKind) =>
    answerKind === "repair" ? calls !== null && state !== "repairing" : state === "open" || state === "accepted",
  );

/** Whether the answer loses something: then the name of the place must be typed. */
export const loses = (line: DriftLine, answerKind: Answer) => line.loses.some((lost) => lost === answerKind);

/** What an answer does that loses something, in words. */
export const lossText = ({ field, place }: DriftLine, answerKind: Answer, { drift }: Texts) =>
  (answerKind === "adopt" ? drift.forgetGoes : field === "resource" ? drift.removeGoes : drift.leaveGoes)(place);

export const adopt = (target: LineOfCluster) =>
  answer(
    client.POST("/api/v1/clusters/{cluster_id}/drift/lines/{line_id}/adopt", {
      ...lineParams(target),
      body: loses(target.line, "adopt") ? { confirm: target.line.place } : {},
    }),
  );
export const repair = (target: LineOfCluster) =>
  answer(
    client.POST("/api/v1/clusters/{cluster_id}/drift/lines/{line_id}/repair", {
      ...lineParams(target),
      body: loses(target.line, "repair") ? { confirm: target.line.place, notice_hours: 0 } : { notice_hours: 0 },
    }),
  );
export const accept = (target: LineOfCluster, body: { until: number; reason: string }) =>
  answer(client.POST("/api/v1/clusters/{cluster_id}/drift/lines/{line_id}/accept", { ...lineParams(target), body }));
/** What removing an extra place would lose, read now. */
export const lossQuery = (target: LineOfCluster) =>
  queryOptions({
    queryKey: ["drift", target.cluster, target.line.id, "loss"],
    queryFn: () => answer(client.GET("/api/v1/clusters/{cluster_id}/drift/lines/{line_id}/loss", lineParams(target))),
    staleTime: 0,
  });
export const undo = (target: LineOfCluster) =>
  answer(client.POST("/api/v1/clusters/{cluster_id}/drift/lines/{line_id}/undo", lineParams(target)));

/** A wished or actual value as one line of text. */
export function valueText(value: unknown, nothing: string): string {
  if (value === null || value === undefined) return nothing;
  if (Array.isArray(value))
    return value.length === 0 ? nothing : value.map((entry) => valueText(entry, nothing)).join(", ");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .filter(([, entry]) => !(typeof entry === "object" && entry !== null && Object.keys(entry).length === 0))
    .map(([name, entry]) => `${name}: ${valueText(entry, nothing)}`)
    .join("; ");
}

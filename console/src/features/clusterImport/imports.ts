import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { ClusterImport, ImportReport } from "../../api/types";

const POLL_MS = 1000;

/** Whether the worker is busy with the import. */
export const isRunning = (run: ClusterImport) => ["reading", "applying", "undoing"].includes(run.state);

export const clusterQuery = (cluster: number) =>
  queryOptions({
    queryKey: ["clusters", cluster],
    queryFn: () => answer(client.GET("/api/v1/clusters/{cluster_id}", { params: { path: { cluster_id: cluster } } })),
  });

/** The imports of a cluster, the newest first. */
export const importsQuery = (cluster: number) =>
  queryOptions({
    queryKey: ["imports", cluster],
    queryFn: () =>
      answer(client.GET("/api/v1/clusters/{cluster_id}/imports", { params: { path: { cluster_id: cluster } } })),
  });

/** One import, read again as long as it runs. */
export const importQuery = (cluster: number, run: number) =>
  queryOptions({
    queryKey: ["imports", cluster, run],
    queryFn: () => answer(client.GET("/api/v1/clusters/{cluster_id}/imports/{import_id}", importParams(cluster, run))),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false),
  });

/** The report of an import in this state. It is large and changes with the state alone, so it is not read again. */
export const reportQuery = ({ cluster_id: cluster, id, state, read_time, ended_time }: ClusterImport) =>
  queryOptions({
    queryKey: ["import-report", cluster, id, state, read_time, ended_time],
    queryFn: async () => {
      const report = await answer(
        client.GET("/api/v1/clusters/{cluster_id}/imports/{import_id}/report", importParams(cluster, id)),
      );
      // The OpenAPI document also names the other format, which is text.
      return report as ImportReport;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Where the report is downloaded from. */
export const reportAddress = ({ cluster_id, id }: ClusterImport, format: "json" | "html") =>
  `/api/v1/clusters/${cluster_id}/imports/${id}/report?format=${format}`;

/** The first draft of the mapping file of an import. */
export const draftQuery = ({ cluster_id: cluster, id }: ClusterImport) =>
  queryOptions({
    queryKey: ["import-mapping", cluster, id],
    queryFn: () =>
      answer(client.GET("/api/v1/clusters/{cluster_id}/imports/{import_id}/mapping", importParams(cluster, id))),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Begins an import; without a mapping file with the center's default. */
export const beginImport = ({ cluster, mapping }: { cluster: number; mapping?: string }) =>
  answer(
    client.POST("/api/v1/clusters/{cluster_id}/imports", {
      params: { path: { cluster_id: cluster } },
      body: mapping === undefined ? {} : { mapping },
    }),
  );

export const applyImport = (run: ClusterImport) =>
  answer(client.POST("/api/v1/clusters/{cluster_id}/imports/{import_id}/apply", importParams(run.cluster_id, run.id)));

export const cancelImport = (run: ClusterImport) =>
  answer(client.POST("/api/v1/clusters/{cluster_id}/imports/{import_id}/cancel", importParams(run.cluster_id, run.id)));

/** What undoing the import would remove, and what would stay. */
export const rehearseUndo = (run: ClusterImport) =>
  answer(client.GET("/api/v1/clusters/{cluster_id}/imports/{import_id}/undo", importParams(run.cluster_id, run.id)));

export const undoImport = (run: ClusterImport) =>
  answer(client.POST("/api/v1/clusters/{cluster_id}/imports/{import_id}/undo", importParams(run.cluster_id, run.id)));

function importParams(cluster: number, run: number) {
  return { params: { path: { cluster_id: cluster, import_id: run } } };
}

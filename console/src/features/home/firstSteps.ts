import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Home, LiveAnswer, Overview } from "../../api/types";

/** The way of a new center to its first client, in order. */
export const STEPS = ["cluster", "broker", "tenant", "topic", "service", "right", "credential", "connection"] as const;
export type StepName = (typeof STEPS)[number];
/** What the steps have made so far. */
export type Made = NonNullable<Home["first_steps"]>;

export interface StepDialogProps {
  step: StepName;
  made: Made;
  /** The cluster that the steps are about. */
  clusterId?: number;
  /** Called after success. */
  onDone: () => void;
  close: () => void;
}

const AFTER: Record<StepName, StepName[]> = {
  cluster: [],
  broker: ["cluster"],
  tenant: ["cluster"],
  topic: ["tenant"],
  service: [],
  right: ["topic", "service"],
  credential: ["service"],
  connection: ["broker", "right", "credential"],
};

/** The steps that are done. */
export function doneSteps({ brokers }: Overview, made: Made, isConnected: boolean): Set<StepName> {
  const done: Record<StepName, boolean> = {
    cluster: brokers.length > 0,
    broker: brokers.some(({ live }) => live > 0),
    tenant: made.tenant_id !== null,
    topic: made.topic_id !== null,
    service: made.service_id !== null,
    right: made.has_grant,
    credential: made.has_credential,
    connection: isConnected,
  };
  return new Set(STEPS.filter((step) => done[step]));
}

/** What has to be done before this step. */
export const missingFor = (step: StepName, done: Set<StepName>) => AFTER[step].find((before) => !done.has(before));

/** The step whose dialog opens by itself after this one; none after a secret, which comes with how to connect. */
export function following(step: StepName, done: Set<StepName>): StepName | undefined {
  const next = STEPS[STEPS.indexOf(step) + 1];
  if (step === "credential" || next === undefined || done.has(next)) return undefined;
  return missingFor(next, new Set([...done, step])) ? undefined : next;
}

const REFRESH_MS = 5_000;

/** Whether a client, none of the cluster's own, produces or consumes there; asked again until one does. */
export const firstClientQuery = (cluster_id: number) =>
  queryOptions({
    queryKey: ["connections", cluster_id, "first client"],
    queryFn: async () =>
      (
        await answer(client.GET("/api/v1/clusters/{cluster_id}/connections", { params: { path: { cluster_id } } }))
      ).items.some(isOfClient),
    refetchInterval: ({ state }) => (state.data ? false : REFRESH_MS),
    retry: false,
  });

const isOfClient = ({ kind, principal }: LiveAnswer["items"][number]) =>
  kind !== "connection" && !/^(broker|center)\./.test(principal ?? "");

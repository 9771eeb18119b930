import { useQuery } from "@tanstack/react-query";
import { Alert, Flex } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { clustersQuery } from "../../api/shared";
import type { Enforcement as EnforcementAnswer, OlderRights } from "../../api/types";
import { useLanguage, useTexts } from "../../texts/language";
import { ErrorState } from "../states/ErrorState";
import { shortTime } from "../values/Moment";

const WAIT_MS = 10_000;
const REFRESH_MS = 5000;
const KINDS = {
  enforced: "success",
  behind: "warning",
  vanished: "warning",
  observing: "warning",
  unfollowed: "warning",
  no_brokers: "info",
} as const;

interface EnforcementProps {
  revision: number;
  /** The clusters whose brokers have to follow; undefined: all that the caller sees. */
  clusterIds?: number[];
  /** Without it the sentence stays. */
  close?: () => void;
}

/** After a change of rights: how many brokers already enforce it, and how long that took. */
export function Enforcement({ revision, clusterIds, close }: EnforcementProps) {
  const clusters = useQuery(clustersQuery);
  const shown = (clusters.data?.items ?? []).filter((each) => clusterIds?.includes(each.id) ?? true);
  return (
    <Flex vertical gap={8} aria-live="polite">
      {shown.map((cluster) => (
        <OfCluster key={cluster.id} id={cluster.id} name={cluster.name} revision={revision} close={close} />
      ))}
    </Flex>
  );
}

interface OfClusterProps {
  id: number;
  name: string;
  revision: number;
  /** Without it the sentence stays. */
  close?: () => void;
}

function OfCluster({ id, name, revision, close }: OfClusterProps) {
  const { access } = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: ["enforcement", id, revision],
    queryFn: () =>
      answer(
        client.GET("/api/v1/clusters/{cluster_id}/enforcement", {
          params: { path: { cluster_id: id }, query: { revision, wait_ms: WAIT_MS } },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (!close || state.data?.verdict === "behind" ? REFRESH_MS : false),
  });
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Alert type="info" showIcon title={`${name}: ${access.enforcing}`} />;
  return (
    <Alert
      type={KINDS[data.verdict]}
      showIcon
      title={`${name}: ${data.verdict === "no_brokers" ? access.noBrokers : access.enforced(data.enforced, data.brokers, data.after_ms)}`}
      description={data.verdict === "enforced" ? undefined : <Older answer={data} />}
      closable={close && { onClose: close }}
    />
  );
}

/** Brokers that decide by older rights, may do so, or keep connections open that these allowed. */
function Older({ answer: { revision, behind, vanished, observing, unfollowed } }: { answer: EnforcementAnswer }) {
  const { access } = useTexts();
  const { language } = useLanguage();
  const stays = (one: OlderRights) => (one.service === "websocket" ? access.sessionsStay : access.connectionsStay);
  const serves = (one: OlderRights) =>
    one.observing
      ? access.servesNatively
      : access.servesOn(one.revision, shortTime(one.serves_until, language)) + (one.kicks ? "" : ` ${stays(one)}`);
  const lines = [
    // Behind, although its number is not lower: it counts revisions of another history (epoch).
    ...behind.map(({ broker, revision: at }) => (at < revision ? access.lagging : access.otherHistory)(broker, at)),
    ...observing.map((one) => access.observing(one.broker)),
    ...unfollowed.map((one) => access.unfollowed(one.broker, stays(one))),
    ...vanished.map((one) => access.vanished(one.broker, serves(one))),
  ];
  return lines.map((line) => <div key={line}>{line}</div>);
}

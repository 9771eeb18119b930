import { useQuery } from "@tanstack/react-query";
import { Alert, Flex } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { clustersQuery } from "../../api/sharedQueries";
import type { BrokerBehind, Enforcement as EnforcementAnswer } from "../../api/types";
import { useLanguage, useTexts } from "../../texts/language";
import { ErrorState } from "../states/ErrorState";
import { shortTime } from "../values/Moment";

const WAIT_MS = 10_000;
const REFRESH_MS = 5000;
const ALERT_TYPES = {
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
  /** Without it, the message cannot be closed. */
  close?: () => void;
}

/** After a change of rights: how many brokers already enforce it, and how long that took. */
export function Enforcement({ revision, clusterIds, close }: EnforcementProps) {
  const clusters = useQuery(clustersQuery);
  const shownClusters = (clusters.data?.items ?? []).filter((cluster) => clusterIds?.includes(cluster.id) ?? true);
  return (
    <Flex vertical gap={8} aria-live="polite">
      {shownClusters.map((cluster) => (
        <ClusterEnforcement key={cluster.id} id={cluster.id} name={cluster.name} revision={revision} close={close} />
      ))}
    </Flex>
  );
}

interface ClusterEnforcementProps {
  id: number;
  name: string;
  revision: number;
  /** Without it, the message cannot be closed. */
  close?: () => void;
}

function ClusterEnforcement({ id, name, revision, close }: ClusterEnforcementProps) {
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
      type={ALERT_TYPES[data.verdict]}
      showIcon
      title={`${name}: ${data.verdict === "no_brokers" ? access.noBrokers : access.enforced(data.enforced, data.brokers, data.after_ms)}`}
      description={data.verdict === "enforced" ? undefined : <OutdatedBrokers answer={data} />}
      closable={close && { onClose: close }}
    />
  );
}

/** Brokers that decide by older rights, might do so, or keep connections open that older rights allowed. */
function OutdatedBrokers({
  answer: { revision, behind, vanished, observing, unfollowed },
}: {
  answer: EnforcementAnswer;
}) {
  const { access } = useTexts();
  const { language } = useLanguage();
  const openConnectionsText = (broker: BrokerBehind) =>
    broker.service === "websocket" ? access.sessionsStay : access.connectionsStay;
  const servingText = (broker: BrokerBehind) =>
    broker.observing
      ? access.servesNatively
      : access.servesOn(broker.revision, shortTime(broker.serves_until, language)) +
        (broker.kicks ? "" : ` ${openConnectionsText(broker)}`);
  const lines = [
    // A broker with a number that is not lower is behind, too, if it counts revisions of another history (epoch).
    ...behind.map(({ broker, revision: brokerRevision }) =>
      (brokerRevision < revision ? access.lagging : access.otherHistory)(broker, brokerRevision),
    ),
    ...observing.map((lagging) => access.observing(lagging.broker)),
    ...unfollowed.map((lagging) => access.unfollowed(lagging.broker, openConnectionsText(lagging))),
    ...vanished.map((lagging) => access.vanished(lagging.broker, servingText(lagging))),
  ];
  return lines.map((line) => <div key={line}>{line}</div>);
}

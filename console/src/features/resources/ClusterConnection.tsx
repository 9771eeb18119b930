import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Card, Flex, Tag, Typography } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Cluster, ClusterConnectionState } from "../../api/types";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";
import { ClusterTls } from "./ClusterTls";

/** Whether the center reaches the cluster (checked on request), and by which certificates. */
export function ClusterConnection({ cluster }: { cluster: Cluster }) {
  const { connection } = useTexts();
  const path = { cluster_id: cluster.id };
  const connectionQuery = useQuery({
    queryKey: ["clusters", cluster.id, "connection"],
    queryFn: () => answer(client.GET("/api/v1/clusters/{cluster_id}/connection", { params: { path } })),
    enabled: false,
  });
  return (
    <Card title={connection.title} data-testid="connection">
      <Flex vertical gap={24}>
        <section>
          <Flex justify="space-between" align="center" gap={8} wrap>
            <Typography.Text type="secondary">{connection.hint}</Typography.Text>
            <Button loading={connectionQuery.isFetching} onClick={() => void connectionQuery.refetch()}>
              {connection.check}
            </Button>
          </Flex>
          {connectionQuery.isError && (
            <ErrorState error={connectionQuery.error} retry={() => void connectionQuery.refetch()} />
          )}
          {connectionQuery.data && <ConnectionResult state={connectionQuery.data} />}
        </section>
        <ClusterTls cluster={cluster} />
      </Flex>
    </Card>
  );
}

const PEER_COLORS = { known: "green", known_differently: "orange", not_known: "default" };

function ConnectionResult({ state }: { state: ClusterConnectionState }) {
  const { connection } = useTexts();
  if (!state.answers) {
    const why = [connection.codes[state.code ?? ""], state.message].filter(Boolean).join(" — ");
    return <Alert type="error" showIcon title={connection.answersNot} description={why} />;
  }
  const peers = state.peers.map((peer) => (
    <div key={peer.cluster}>
      {peer.cluster} <Tag color={PEER_COLORS[peer.state]}>{connection.peer[peer.state]}</Tag> {peer.message}
    </div>
  ));
  const description = peers.length > 0 && (
    <>
      {connection.peers}
      {peers}
    </>
  );
  return <Alert type="success" showIcon title={connection.answers} description={description || undefined} />;
}

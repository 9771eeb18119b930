import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, Typography } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Cluster } from "../../api/types";
import { CopyBlock } from "../../components/CopyBlock";
import { Loaded } from "../../components/Loaded";
import { SecretOnce } from "../../components/SecretOnce";
import { useChange } from "../../components/useChange";
import { useTexts } from "../../texts/language";
import { PluginCredentials } from "./PluginCredentials";

/** Everything a broker of this cluster needs: credential, its own token, the lines of its configuration. */
export function ConnectBrokers({ cluster }: { cluster: Cluster }) {
  const { resources } = useTexts();
  return (
    <Card title={resources.connect}>
      <Flex vertical gap={24}>
        <Typography.Text type="secondary">{resources.connectHint}</Typography.Text>
        <PluginCredentials clusterId={cluster.id} />
        <BrokerToken clusterId={cluster.id} />
        <BrokerConf clusterId={cluster.id} />
      </Flex>
    </Card>
  );
}

function BrokerToken({ clusterId }: { clusterId: number }) {
  const { resources } = useTexts();
  const [token, setToken] = useState<string>();
  const path = { cluster_id: clusterId };
  const issue = useChange(
    () => answer(client.POST("/api/v1/clusters/{cluster_id}/broker-token", { params: { path } })),
    {
      after: (made) => setToken(made.token),
    },
  );
  return (
    <section>
      <Flex justify="space-between" align="center" gap={8} wrap>
        <Typography.Text strong>{resources.brokerToken}</Typography.Text>
        <Button loading={issue.isPending} onClick={() => issue.mutate(undefined)}>
          {resources.newBrokerToken}
        </Button>
      </Flex>
      <Typography.Text type="secondary">{resources.brokerTokenHint}</Typography.Text>
      {token && (
        <SecretOnce
          title={resources.brokerToken}
          secrets={[{ label: resources.brokerToken, value: token }]}
          close={() => setToken(undefined)}
        />
      )}
    </section>
  );
}

function BrokerConf({ clusterId }: { clusterId: number }) {
  const { resources } = useTexts();
  const path = { cluster_id: clusterId };
  const conf = useQuery({
    queryKey: ["clusters", clusterId, "broker-conf"],
    queryFn: () =>
      answer(client.GET("/api/v1/clusters/{cluster_id}/broker-conf", { params: { path }, parseAs: "text" })),
  });
  return (
    <section>
      <Typography.Text strong>{resources.conf}</Typography.Text>
      <br />
      <Typography.Text type="secondary">{resources.confHint}</Typography.Text>
      <Loaded query={conf}>{(text) => <CopyBlock text={text} label={resources.conf} />}</Loaded>
    </section>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Card, Flex, Typography } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Cluster } from "../../api/types";
import { QueryView } from "../../components/states/QueryView";
import { CopyBlock } from "../../components/values/CopyBlock";
import { useTexts } from "../../texts/language";
import { BrokerToken } from "./BrokerToken";
import { PluginCredentials } from "./PluginCredentials";

export function ConnectBrokers({ cluster }: { cluster: Cluster }) {
  const { resources } = useTexts();
  return (
    <Card title={resources.connect}>
      <BrokerNeeds cluster={cluster} />
    </Card>
  );
}

/** Everything a broker of this cluster needs: credential, its own token, the lines of its configuration. */
export function BrokerNeeds({ cluster }: { cluster: Cluster }) {
  const { resources } = useTexts();
  return (
    <Flex vertical gap={24}>
      <Typography.Text type="secondary">{resources.connectHint}</Typography.Text>
      <PluginCredentials clusterId={cluster.id} />
      <BrokerToken cluster={cluster} />
      <BrokerConf clusterId={cluster.id} />
    </Flex>
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
      <QueryView query={conf}>{(text) => <CopyBlock text={text} label={resources.conf} />}</QueryView>
    </section>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, Typography } from "antd";
import { useState } from "react";
import { clustersQuery } from "../../api/sharedQueries";
import { LiveConnections } from "../../components/brokers/LiveConnections";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { nameOf, type Resource, resourceQuery } from "./resources";
import { useMay } from "./useMay";

/** Who is connected to the topic right now; for its administrators. The brokers are asked only on request. */
export function TopicConnections({ topic }: { topic: Extract<Resource, { type: "topic" }> }) {
  return useMay(topic)("change") ? <Connections name={nameOf(topic)} tenantId={topic.tenant_id} /> : null;
}

function Connections({ name, tenantId }: { name: string; tenantId: number }) {
  const { operations } = useTexts();
  const [shown, setShown] = useState(false);
  const clusters = useQuery({ ...clustersQuery, enabled: shown });
  const tenant = useQuery({ ...resourceQuery("tenant", tenantId), enabled: shown });
  const isOnCluster = (id: number) => tenant.data?.type !== "tenant" || tenant.data.cluster_ids.includes(id);
  return (
    <Card title={operations.liveConnections}>
      {shown ? (
        <QueryView query={clusters}>
          {({ items }) =>
            !tenant.isPending && (
              <LiveConnections clusters={items.filter(({ id }) => isOnCluster(id))} resource={name} />
            )
          }
        </QueryView>
      ) : (
        <Flex justify="space-between" align="center" gap={12}>
          <Typography.Text type="secondary">{operations.liveHint}</Typography.Text>
          <Button onClick={() => setShown(true)}>{operations.show}</Button>
        </Flex>
      )}
    </Card>
  );
}

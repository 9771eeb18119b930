import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, Typography } from "antd";
import { useState } from "react";
import { clustersQuery } from "../../api/shared";
import { LiveConnections } from "../../components/brokers/LiveConnections";
import { Loaded } from "../../components/states/Loaded";
import { useTexts } from "../../texts/language";
import { resourceQuery } from "./resources";

/** Who is connected to the topic right now. The brokers are asked only on request. */
export function TopicConnections({ name, tenantId }: { name: string; tenantId: number }) {
  const { operations } = useTexts();
  const [asked, setAsked] = useState(false);
  const clusters = useQuery({ ...clustersQuery, enabled: asked });
  const tenant = useQuery({ ...resourceQuery("tenant", tenantId), enabled: asked });
  const lives = (id: number) => tenant.data?.type !== "tenant" || tenant.data.cluster_ids.includes(id);
  return (
    <Card title={operations.liveConnections}>
      {asked ? (
        <Loaded query={clusters}>
          {({ items }) =>
            !tenant.isPending && <LiveConnections clusters={items.filter(({ id }) => lives(id))} resource={name} />
          }
        </Loaded>
      ) : (
        <Flex justify="space-between" align="center" gap={12}>
          <Typography.Text type="secondary">{operations.liveHint}</Typography.Text>
          <Button onClick={() => setAsked(true)}>{operations.show}</Button>
        </Flex>
      )}
    </Card>
  );
}

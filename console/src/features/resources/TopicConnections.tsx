import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, Typography } from "antd";
import { useState } from "react";
import { clustersQuery } from "../../api/shared";
import { LiveConnections } from "../../components/LiveConnections";
import { Loaded } from "../../components/Loaded";
import { useTexts } from "../../texts/language";

/** Who is connected to the topic right now; the brokers are asked when somebody wants to know. */
export function TopicConnections({ name }: { name: string }) {
  const { operations } = useTexts();
  const [asked, setAsked] = useState(false);
  const clusters = useQuery({ ...clustersQuery, enabled: asked });
  return (
    <Card title={operations.liveConnections}>
      {asked ? (
        <Loaded query={clusters}>{({ items }) => <LiveConnections clusters={items} resource={name} />}</Loaded>
      ) : (
        <Flex justify="space-between" align="center" gap={12}>
          <Typography.Text type="secondary">{operations.liveHint}</Typography.Text>
          <Button onClick={() => setAsked(true)}>{operations.show}</Button>
        </Flex>
      )}
    </Card>
  );
}

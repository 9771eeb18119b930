import { useQuery } from "@tanstack/react-query";
import { Button, Flex, type TableColumnsType, Typography } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Cluster, BrokerToken as Item } from "../../api/types";
import { SecretOnce } from "../../components/dialogs/SecretOnce";
import { DataTable } from "../../components/lists/DataTable";
import { useChange } from "../../components/page/useChange";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { Issuer } from "./Issuer";
import { credentialsQuery } from "./PluginCredentials";

/** The tokens of the brokers' own clients: those in force, and a new one, which is shown once. */
export function BrokerToken({ cluster }: { cluster: Cluster }) {
  const texts = useTexts();
  const { resources } = texts;
  const [created, setCreated] = useState<{ token: string; valid_until: number }>();
  const credentials = useQuery(credentialsQuery(cluster.id));
  const path = { cluster_id: cluster.id };
  const issue = useChange(
    () => answer(client.POST("/api/v1/clusters/{cluster_id}/broker-token", { params: { path } })),
    { onSuccess: setCreated },
  );
  const user = `broker.${cluster.name}`;
  return (
    <section>
      <Flex justify="space-between" align="center" gap={8} wrap>
        <Typography.Text strong>{resources.brokerToken}</Typography.Text>
        <Button loading={issue.isPending} onClick={() => issue.mutate(undefined)}>
          {resources.newBrokerToken}
        </Button>
      </Flex>
      <Typography.Text type="secondary">
        {resources.brokerTokenHint} {resources.brokerTokenEnd}
      </Typography.Text>
      <div>
        <Link to={`/users?${new URLSearchParams({ q: user })}`}>{user}</Link>
      </div>
      <QueryView query={credentials}>
        {({ broker_tokens: rows }) =>
          rows.length > 0 && (
            <DataTable size="small" columns={columns(texts)} dataSource={rows} rowKey="jti" pagination={false} />
          )
        }
      </QueryView>
      {created && (
        <SecretOnce
          title={resources.brokerToken}
          secrets={[{ label: resources.brokerToken, value: created.token }]}
          close={() => setCreated(undefined)}
        >
          <span>
            {texts.general.validUntil} <Moment at={created.valid_until} />
          </span>
        </SecretOnce>
      )}
    </section>
  );
}

function columns({ general, resources, tokens }: Texts): TableColumnsType<Item> {
  return [
    { title: tokens.tokenName, dataIndex: "name", key: "name" },
    { title: resources.issuedBy, key: "by", render: (_, row) => <Issuer credential={row} /> },
    { title: general.added, key: "added", render: (_, row) => <Moment at={row.add_time} /> },
    { title: general.validUntil, key: "until", render: (_, row) => <Moment at={row.valid_until} /> },
    { title: tokens.lastUsed, key: "used", render: (_, row) => <Moment at={row.last_use} /> },
  ];
}

import { useQuery } from "@tanstack/react-query";
import { Button, Flex, Steps, type TableColumnsType, Tag, Typography } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { SigningKey } from "../../api/types";
import { DataTable } from "../../components/lists/DataTable";
import { Page } from "../../components/page/Page";
import { useChange } from "../../components/page/useChange";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { RevokeKey } from "./RevokeKey";

const COLORS = { published: "blue", active: "green", retired: "orange", gone: "default", revoked: "red" } as const;
const LIFECYCLE = ["published", "active", "retired", "gone"] as const;
const keysQuery = { queryKey: ["signing-keys"], queryFn: () => answer(client.GET("/api/v1/signing-keys")) };
const rotate = () => answer(client.POST("/api/v1/signing-keys"));

/** The keys that sign tokens: their lives, the change to the next one, and what to do when one has leaked. */
export default function SigningKeysPage() {
  const { signingKeys } = useTexts();
  const keys = useQuery(keysQuery);
  const rotation = useChange(rotate, { successText: signingKeys.rotated });
  const [keyToRevoke, setKeyToRevoke] = useState<SigningKey>();
  const rotateButton = (
    <Button loading={rotation.isPending} onClick={() => rotation.mutate(undefined)}>
      {signingKeys.rotate}
    </Button>
  );
  return (
    <Page title={signingKeys.title} hint={signingKeys.hint} actions={rotateButton}>
      <QueryView query={keys}>
        {({ items }) => (
          <Flex vertical gap={24}>
            <KeyLifecycle keys={items} />
            <KeyTable keys={items} revoke={setKeyToRevoke} />
          </Flex>
        )}
      </QueryView>
      {keyToRevoke && <RevokeKey signingKey={keyToRevoke} close={() => setKeyToRevoke(undefined)} />}
    </Page>
  );
}

/** The states in their order, each with the keys that are in it. */
function KeyLifecycle({ keys }: { keys: SigningKey[] }) {
  const { signingKeys } = useTexts();
  const items = LIFECYCLE.map((state) => ({
    title: signingKeys.states[state],
    content: (
      <Flex vertical>
        <Typography.Text type="secondary">{signingKeys.stateHints[state]}</Typography.Text>
        {keys
          .filter((key) => key.state === state)
          .slice(-3)
          .map((key) => (
            <Typography.Text key={key.kid} code>
              {shortId(key)}
            </Typography.Text>
          ))}
      </Flex>
    ),
  }));
  return <Steps size="small" current={1} items={items} />;
}

function KeyTable({ keys, revoke }: { keys: SigningKey[]; revoke: (key: SigningKey) => void }) {
  const { signingKeys, general, tokens } = useTexts();
  const columns: TableColumnsType<SigningKey> = [
    {
      title: signingKeys.kid,
      key: "kid",
      render: (_, key) => (
        <Typography.Text code copyable={{ text: key.kid }}>
          {shortId(key)}
        </Typography.Text>
      ),
    },
    { title: signingKeys.algorithm, dataIndex: "algorithm", key: "algorithm" },
    {
      title: general.status,
      key: "state",
      render: (_, key) => <Tag color={COLORS[key.state]}>{signingKeys.states[key.state]}</Tag>,
    },
    { title: signingKeys.published, key: "published", render: (_, key) => <Moment at={key.add_time} /> },
    { title: signingKeys.signsSince, key: "active", render: (_, key) => <Moment at={key.active_time} /> },
    { title: signingKeys.next, key: "next", render: (_, key) => <Moment at={key.next_time} /> },
    { title: signingKeys.livingTokens, dataIndex: "living_tokens", key: "tokens" },
    { title: signingKeys.reason, dataIndex: "revoke_reason", key: "reason" },
    {
      title: general.actions,
      key: "actions",
      render: (_, key) =>
        key.state === "gone" || key.state === "revoked" ? null : (
          <Button size="small" danger onClick={() => revoke(key)}>
            {tokens.revoke}
          </Button>
        ),
    },
  ];
  return <DataTable size="small" columns={columns} dataSource={[...keys].reverse()} rowKey="kid" pagination={false} />;
}

/** Enough of the id to tell keys apart. */
export const shortId = (key: SigningKey) => key.kid.slice(0, 10);

import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, type TableColumnsType, Typography } from "antd";
import { useState } from "react";
import type { ClientKey } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { DataTable } from "../../components/lists/DataTable";
import { EmptyState } from "../../components/states/EmptyState";
import { Loaded } from "../../components/states/Loaded";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { deleteKey, keysQuery } from "./credentials";
import { RegisterKey } from "./RegisterKey";

/** Public keys of a service; the private ones never come here. */
export function ClientKeys({ userId }: { userId: number }) {
  const { tokens, general } = useTexts();
  const [asking, setAsking] = useState(false);
  const [doomed, setDoomed] = useState<ClientKey>();
  const keys = useQuery(keysQuery(userId));
  const button = (
    <Button icon={<PlusOutlined />} onClick={() => setAsking(true)}>
      {tokens.registerKey}
    </Button>
  );
  return (
    <Card title={tokens.keys} extra={button}>
      <Typography.Paragraph type="secondary">{tokens.keysHint}</Typography.Paragraph>
      <Loaded query={keys}>{(data) => <KeyTable rows={data.items} remove={setDoomed} />}</Loaded>
      {asking && <RegisterKey userId={userId} done={() => setAsking(false)} close={() => setAsking(false)} />}
      {doomed && (
        <ConfirmDanger
          title={tokens.deleteKey}
          okText={general.delete}
          goes={tokens.deleteKeyGoes}
          run={async () => {
            await deleteKey(userId, doomed.id);
          }}
          close={() => setDoomed(undefined)}
        />
      )}
    </Card>
  );
}

function KeyTable({ rows, remove }: { rows: ClientKey[]; remove: (key: ClientKey) => void }) {
  const { tokens, general } = useTexts();
  const columns: TableColumnsType<ClientKey> = [
    { title: tokens.keyName, dataIndex: "name", key: "name" },
    { title: tokens.keyId, key: "kid", render: (_, row) => <KeyId row={row} /> },
    {
      title: general.validUntil,
      key: "until",
      render: (_, row) => <Moment at={row.valid_until} otherwise={tokens.untilDeleted} />,
    },
    { title: tokens.lastUsed, key: "used", render: (_, row) => <Moment at={row.last_use} /> },
    {
      title: general.actions,
      key: "actions",
      render: (_, row) => (
        <Button size="small" danger onClick={() => remove(row)}>
          {general.delete}
        </Button>
      ),
    },
  ];
  if (rows.length === 0) return <EmptyState title={tokens.noKeys} hint={tokens.noKeysHint} />;
  return <DataTable size="small" columns={columns} dataSource={rows} rowKey="id" pagination={false} />;
}

function KeyId({ row }: { row: ClientKey }) {
  return (
    <Typography.Text className="mono" copyable={{ text: row.kid }}>
      {row.kid.length > 12 ? `${row.kid.slice(0, 8)}…` : row.kid} · {row.alg}
    </Typography.Text>
  );
}

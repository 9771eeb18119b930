import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, type TableColumnsType, Typography } from "antd";
import { useState } from "react";
import type { ClientKey } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { DeletableTable } from "../../components/lists/DeletableTable";
import { Loaded } from "../../components/states/Loaded";
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
  const { tokens } = useTexts();
  const columns: TableColumnsType<ClientKey> = [
    { title: tokens.keyName, dataIndex: "name", key: "name" },
    { title: tokens.keyId, key: "kid", render: (_, row) => <KeyId row={row} /> },
  ];
  return (
    <DeletableTable rows={rows} columns={columns} remove={remove} none={tokens.noKeys} noneHint={tokens.noKeysHint} />
  );
}

function KeyId({ row }: { row: ClientKey }) {
  return (
    <Typography.Text className="mono" copyable={{ text: row.kid }}>
      {row.kid.length > 12 ? `${row.kid.slice(0, 8)}…` : row.kid} · {row.alg}
    </Typography.Text>
  );
}

import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, type TableColumnsType, Typography } from "antd";
import { useState } from "react";
import type { ClientKey } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { DeletableTable } from "../../components/lists/DeletableTable";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { deleteKey, keysQuery } from "./credentials";
import { RegisterKey } from "./RegisterKey";

/** Public keys of a service; the private ones never come here. */
export function ClientKeys({ userId }: { userId: number }) {
  const { tokens, general } = useTexts();
  const [registering, setRegistering] = useState(false);
  const [keyToDelete, setKeyToDelete] = useState<ClientKey>();
  const keys = useQuery(keysQuery(userId));
  const registerButton = (
    <Button icon={<PlusOutlined />} onClick={() => setRegistering(true)}>
      {tokens.registerKey}
    </Button>
  );
  return (
    <Card title={tokens.keys} extra={registerButton}>
      <Typography.Paragraph type="secondary">{tokens.keysHint}</Typography.Paragraph>
      <QueryView query={keys}>{(data) => <KeyTable rows={data.items} remove={setKeyToDelete} />}</QueryView>
      {registering && (
        <RegisterKey userId={userId} onDone={() => setRegistering(false)} close={() => setRegistering(false)} />
      )}
      {keyToDelete && (
        <ConfirmDanger
          title={tokens.deleteKey}
          okText={general.delete}
          losses={tokens.deleteKeyGoes}
          action={async () => {
            await deleteKey(userId, keyToDelete.id);
          }}
          close={() => setKeyToDelete(undefined)}
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

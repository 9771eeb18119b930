import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, type TableColumnsType, Typography } from "antd";
import { useState } from "react";
import type { ClientSecret, NewClientSecret } from "../../api/types";
import { Enforcement } from "../../components/brokers/Enforcement";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { DeletableTable } from "../../components/lists/DeletableTable";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { CreateSecret } from "./CreateSecret";
import { deleteSecret, secretsQuery } from "./credentials";
import { NewSecret } from "./NewSecret";

/** Client id and secrets for client_credentials; a secret is shown once. */
export function ClientSecrets({ userId }: { userId: number }) {
  const { tokens, general } = useTexts();
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<NewClientSecret>();
  const [secretToDelete, setSecretToDelete] = useState<ClientSecret>();
  const [revision, setRevision] = useState<number | null>(null);
  const secrets = useQuery(secretsQuery(userId));
  const createButton = (
    <Button icon={<PlusOutlined />} onClick={() => setCreating(true)}>
      {tokens.createSecret}
    </Button>
  );
  return (
    <Card title={tokens.secrets} extra={createButton}>
      <Typography.Paragraph type="secondary">{tokens.secretsHint}</Typography.Paragraph>
      {revision !== null && <Enforcement revision={revision} close={() => setRevision(null)} />}
      <QueryView query={secrets}>{(data) => <SecretTable rows={data.items} remove={setSecretToDelete} />}</QueryView>
      {creating && <CreateSecret userId={userId} onCreated={setCreated} close={() => setCreating(false)} />}
      {created && <NewSecret created={created} close={() => setCreated(undefined)} />}
      {secretToDelete && (
        <ConfirmDanger
          title={tokens.deleteSecret}
          okText={general.delete}
          losses={tokens.deleteSecretGoes}
          action={async () => setRevision((await deleteSecret(userId, secretToDelete.id)).revision)}
          close={() => setSecretToDelete(undefined)}
        />
      )}
    </Card>
  );
}

function SecretTable({ rows, remove }: { rows: ClientSecret[]; remove: (secret: ClientSecret) => void }) {
  const { tokens } = useTexts();
  const columns: TableColumnsType<ClientSecret> = [
    { title: tokens.clientSecret, key: "hint", render: (_, row) => <span className="mono">…{row.hint}</span> },
  ];
  const emptyTexts = { none: tokens.noSecrets, noneHint: tokens.noSecretsHint };
  return <DeletableTable rows={rows} columns={columns} remove={remove} {...emptyTexts} />;
}

import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, type TableColumnsType, Typography } from "antd";
import { useState } from "react";
import type { ClientSecret, NewClientSecret } from "../../api/types";
import { Enforcement } from "../../components/brokers/Enforcement";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { SecretOnce } from "../../components/dialogs/SecretOnce";
import { DeletableTable } from "../../components/lists/DeletableTable";
import { Loaded } from "../../components/states/Loaded";
import { useTexts } from "../../texts/language";
import { CreateSecret } from "./CreateSecret";
import { deleteSecret, secretsQuery } from "./credentials";

/** Client id and secrets for client_credentials; a secret is shown once. */
export function ClientSecrets({ userId }: { userId: number }) {
  const { tokens, general } = useTexts();
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<NewClientSecret>();
  const [doomed, setDoomed] = useState<ClientSecret>();
  const [revision, setRevision] = useState<number | null>(null);
  const secrets = useQuery(secretsQuery(userId));
  const button = (
    <Button icon={<PlusOutlined />} onClick={() => setAsking(true)}>
      {tokens.createSecret}
    </Button>
  );
  return (
    <Card title={tokens.secrets} extra={button}>
      <Typography.Paragraph type="secondary">{tokens.secretsHint}</Typography.Paragraph>
      {revision !== null && <Enforcement revision={revision} close={() => setRevision(null)} />}
      <Loaded query={secrets}>{(data) => <SecretTable rows={data.items} remove={setDoomed} />}</Loaded>
      {asking && <CreateSecret userId={userId} made={setMade} close={() => setAsking(false)} />}
      {made && (
        <SecretOnce
          title={tokens.createSecret}
          secrets={[
            { label: tokens.clientId, value: made.client_id },
            { label: tokens.clientSecret, value: made.client_secret },
          ]}
          close={() => setMade(undefined)}
        />
      )}
      {doomed && (
        <ConfirmDanger
          title={tokens.deleteSecret}
          okText={general.delete}
          goes={tokens.deleteSecretGoes}
          run={async () => setRevision((await deleteSecret(userId, doomed.id)).revision)}
          close={() => setDoomed(undefined)}
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
  const said = { none: tokens.noSecrets, noneHint: tokens.noSecretsHint };
  return <DeletableTable rows={rows} columns={columns} remove={remove} {...said} />;
}

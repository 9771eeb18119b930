import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, Typography } from "antd";
import { useState } from "react";
import type { ApiToken, NewApiToken } from "../../api/types";
import { Enforcement } from "../../components/brokers/Enforcement";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { SecretOnce } from "../../components/dialogs/SecretOnce";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { CenterSnippet } from "./CenterSnippet";
import { CreateToken } from "./CreateToken";
import { issuerQuery, revokeToken, tokensQuery } from "./credentials";
import { SnippetPicker } from "./SnippetPicker";
import { TokenTable } from "./TokenTable";

/** Named tokens that expire. The token itself is shown once, within ready client code. */
export function ApiTokens({ userId, mayCreate }: { userId: number; mayCreate: boolean }) {
  const { tokens } = useTexts();
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<NewApiToken>();
  const [tokenToRevoke, setTokenToRevoke] = useState<ApiToken>();
  const [revision, setRevision] = useState<number | null>(null);
  const query = useQuery(tokensQuery(userId));
  const issuer = useQuery(issuerQuery).data;
  const createButton = (
    <Button icon={<PlusOutlined />} onClick={() => setCreating(true)}>
      {tokens.createToken}
    </Button>
  );
  return (
    <Card title={tokens.apiTokens} extra={mayCreate && createButton}>
      <Typography.Paragraph type="secondary">{tokens.tokensHint}</Typography.Paragraph>
      {revision !== null && <Enforcement revision={revision} close={() => setRevision(null)} />}
      <QueryView query={query}>
        {(data) => (
          <TokenTable
            rows={data.items}
            revoke={setTokenToRevoke}
            hint={mayCreate ? tokens.noTokensHint : tokens.ownTokensOnly}
          />
        )}
      </QueryView>
      {creating && <CreateToken userId={userId} onCreated={setCreated} close={() => setCreating(false)} />}
      {created && (
        <SecretOnce
          title={tokens.createToken}
          secrets={[{ label: tokens.token, value: created.token }]}
          close={() => setCreated(undefined)}
        >
          {issuer && created.audiences.includes(issuer) ? (
            <CenterSnippet issuer={issuer} token={created.token} />
          ) : (
            <SnippetPicker token={created.token} />
          )}
        </SecretOnce>
      )}
      {tokenToRevoke && (
        <ConfirmDanger
          title={tokens.revokeTitle(tokenToRevoke.name)}
          okText={tokens.revoke}
          losses={tokens.revokeGoes}
          action={async () => setRevision((await revokeToken(userId, tokenToRevoke.id)).revision)}
          close={() => setTokenToRevoke(undefined)}
        />
      )}
    </Card>
  );
}

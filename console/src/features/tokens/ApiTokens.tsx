import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, Typography } from "antd";
import { useState } from "react";
import type { ApiToken, NewApiToken } from "../../api/types";
import { Enforcement } from "../../components/brokers/Enforcement";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { SecretOnce } from "../../components/dialogs/SecretOnce";
import { Loaded } from "../../components/states/Loaded";
import { useTexts } from "../../texts/language";
import { CenterSnippet } from "./CenterSnippet";
import { CreateToken } from "./CreateToken";
import { issuerQuery, revokeToken, tokensQuery } from "./credentials";
import { SnippetPicker } from "./SnippetPicker";
import { TokenTable } from "./TokenTable";

/** Named tokens that expire. The token itself is shown once, within ready client code. */
export function ApiTokens({ userId, mayCreate }: { userId: number; mayCreate: boolean }) {
  const { tokens } = useTexts();
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<NewApiToken>();
  const [doomed, setDoomed] = useState<ApiToken>();
  const [revision, setRevision] = useState<number | null>(null);
  const query = useQuery(tokensQuery(userId));
  const issuer = useQuery(issuerQuery).data;
  const button = (
    <Button icon={<PlusOutlined />} onClick={() => setAsking(true)}>
      {tokens.createToken}
    </Button>
  );
  return (
    <Card title={tokens.apiTokens} extra={mayCreate && button}>
      <Typography.Paragraph type="secondary">{tokens.tokensHint}</Typography.Paragraph>
      {revision !== null && <Enforcement revision={revision} close={() => setRevision(null)} />}
      <Loaded query={query}>
        {(data) => (
          <TokenTable
            rows={data.items}
            revoke={setDoomed}
            hint={mayCreate ? tokens.noTokensHint : tokens.ownTokensOnly}
          />
        )}
      </Loaded>
      {asking && <CreateToken userId={userId} made={setMade} close={() => setAsking(false)} />}
      {made && (
        <SecretOnce
          title={tokens.createToken}
          secrets={[{ label: tokens.token, value: made.token }]}
          close={() => setMade(undefined)}
        >
          {issuer && made.audiences.includes(issuer) ? (
            <CenterSnippet issuer={issuer} token={made.token} />
          ) : (
            <SnippetPicker token={made.token} />
          )}
        </SecretOnce>
      )}
      {doomed && (
        <ConfirmDanger
          title={tokens.revokeTitle(doomed.name)}
          okText={tokens.revoke}
          goes={tokens.revokeGoes}
          run={async () => setRevision((await revokeToken(userId, doomed.id)).revision)}
          close={() => setDoomed(undefined)}
        />
      )}
    </Card>
  );
}

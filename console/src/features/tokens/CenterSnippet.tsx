import { CopyBlock } from "../../components/values/CopyBlock";
import { useTexts } from "../../texts/language";

/** How to use a token that opens the center's own API. */
export function CenterSnippet({ issuer, token }: { issuer: string; token: string }) {
  const { tokens } = useTexts();
  const text = `export PUC_SERVER=${issuer} PUC_TOKEN=${token}
usercenter whoami
curl -H "Authorization: Bearer $PUC_TOKEN" $PUC_SERVER/api/v1/session
`;
  return <CopyBlock text={text} label={tokens.purposes.center} />;
}

import { Card, Typography } from "antd";
import { useTexts } from "../../texts/language";
import { SnippetPicker } from "./SnippetPicker";

/** How to connect, before there is a token to show. */
export function ConnectCard({ clientId }: { clientId: string }) {
  const { tokens } = useTexts();
  return (
    <Card title={tokens.snippets}>
      <Typography.Paragraph type="secondary">{tokens.snippetsHint}</Typography.Paragraph>
      <SnippetPicker clientId={clientId} />
    </Card>
  );
}

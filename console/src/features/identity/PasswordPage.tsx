import { App, Card } from "antd";
import { Page } from "../../components/page/Page";
import { useTexts } from "../../texts/language";
import { PasswordForm } from "./PasswordForm";

/** Changing one's own password at any time. */
export default function PasswordPage() {
  const { identity } = useTexts();
  const { message } = App.useApp();
  return (
    <Page title={identity.change}>
      <Card style={{ maxWidth: 480 }}>
        <PasswordForm currentLabel={identity.current} onDone={() => void message.success(identity.changed)} />
      </Card>
    </Page>
  );
}

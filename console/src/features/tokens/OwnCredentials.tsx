import { useSession } from "../../api/session";
import { Page } from "../../components/page/Page";
import { useTexts } from "../../texts/language";
import { Credentials } from "./Credentials";

/** The credentials of the reader's own programs. */
export default function OwnCredentials() {
  const { tokens } = useTexts();
  const { user } = useSession();
  return (
    <Page title={tokens.title} hint={tokens.hint}>
      <Credentials user={user} />
    </Page>
  );
}

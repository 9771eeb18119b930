import type { NewClientSecret } from "../../api/types";
import { SecretOnce } from "../../components/dialogs/SecretOnce";
import { useTexts } from "../../texts/language";
import { SnippetPicker } from "./SnippetPicker";

interface NewSecretProps {
  created: NewClientSecret;
  /** Full name of the topic that the client code is about. */
  topic?: string;
  close: () => void;
}

/** A client secret that is shown once: alone, and in the code of clients. */
export function NewSecret({ created: { client_id: id, client_secret: secret }, topic, close }: NewSecretProps) {
  const { tokens } = useTexts();
  const secrets = [
    { label: tokens.clientId, value: id },
    { label: tokens.clientSecret, value: secret },
  ];
  return (
    <SecretOnce title={tokens.createSecret} secrets={secrets} close={close}>
      <SnippetPicker clientId={id} secret={secret} topic={topic} />
    </SecretOnce>
  );
}

import { Alert } from "antd";
import type { EncryptionKey } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { useTexts } from "../../texts/language";
import { HALF_FIELDS, type KeyHalf, rotateKey } from "./encryptionKeys";
import { KeyHalfFields } from "./KeyHalfFields";
import type { PolicyResource } from "./policies";

interface RotateKeyProps {
  place: PolicyResource;
  rotatedKey: EncryptionKey;
  close: () => void;
}

/** Asks before a key gets its next version, and says what that does. */
export function RotateKey({ place, rotatedKey, close }: RotateKeyProps) {
  const { encryptionKeys } = useTexts();
  const [newest] = rotatedKey.versions;
  return (
    <FormDialog<KeyHalf>
      title={encryptionKeys.rotateTitle(rotatedKey.name)}
      okText={encryptionKeys.rotate}
      initial={rotatedKey.mode === "center" ? { algorithm: newest?.algorithm } : {}}
      submit={(half) => rotateKey(place, rotatedKey, half)}
      fieldOf={HALF_FIELDS}
      cancel={close}
    >
      <Alert
        type="info"
        showIcon
        title={encryptionKeys.rotateGoes((newest?.number ?? 0) + 1)}
        description={encryptionKeys.rotateKeeps}
        style={{ marginBottom: 16 }}
      />
      <KeyHalfFields source={rotatedKey.mode} />
    </FormDialog>
  );
}

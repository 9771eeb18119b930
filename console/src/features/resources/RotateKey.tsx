import { Alert, Form, InputNumber } from "antd";
import { LIMITS } from "../../api/limits.gen";
import type { EncryptionKey } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { useTexts } from "../../texts/language";
import { HALF_FIELDS, type KeyHalf, rotateKey, scheduleKey } from "./encryptionKeys";
import { KeyHalfFields } from "./KeyHalfFields";
import type { PolicyResource } from "./policies";

interface KeyDialogProps {
  place: PolicyResource;
  encryptionKey: EncryptionKey;
  close: () => void;
}

/** Asks before a key gets its next version, and says what that does. */
export function RotateKey({ place, encryptionKey, close }: KeyDialogProps) {
  const { encryptionKeys } = useTexts();
  const [newest] = encryptionKey.versions;
  return (
    <FormDialog<KeyHalf>
      title={encryptionKeys.rotateTitle(encryptionKey.name)}
      okText={encryptionKeys.rotate}
      initial={encryptionKey.mode === "center" ? { algorithm: newest?.algorithm } : {}}
      submit={(half) => rotateKey(place, encryptionKey, half)}
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
      <KeyHalfFields source={encryptionKey.mode} />
    </FormDialog>
  );
}

/** Sets, changes or ends the schedule on which the center rotates a key. */
export function ScheduleRotation({ place, encryptionKey, close }: KeyDialogProps) {
  const { encryptionKeys } = useTexts();
  return (
    <FormDialog<{ rotate_days: number | null }>
      title={encryptionKeys.scheduleTitle(encryptionKey.name)}
      initial={{ rotate_days: encryptionKey.rotate_days }}
      submit={({ rotate_days: days }) => scheduleKey(place, encryptionKey, days ?? null)}
      cancel={close}
    >
      <Form.Item name="rotate_days" label={encryptionKeys.rotateDays} extra={encryptionKeys.rotateDaysHint}>
        <InputNumber {...LIMITS.EncryptionKeyChange.rotate_days} precision={0} style={{ width: 160 }} />
      </Form.Item>
    </FormDialog>
  );
}

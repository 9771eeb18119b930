import { Form, InputNumber } from "antd";
import { LIMITS } from "../../api/limits.gen";
import type { EncryptionKey } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { useTexts } from "../../texts/language";
import { scheduleKey } from "./encryptionKeys";
import type { PolicyResource } from "./policies";

interface ScheduleRotationProps {
  place: PolicyResource;
  encryptionKey: EncryptionKey;
  close: () => void;
}

/** Sets, changes or ends the schedule on which the center rotates a key. */
export function ScheduleRotation({ place, encryptionKey, close }: ScheduleRotationProps) {
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

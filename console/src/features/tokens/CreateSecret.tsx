import { Form, InputNumber } from "antd";
import { LIMITS } from "../../api/limits.gen";
import type { NewClientSecret } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { NETWORK_FIELDS, networksOf } from "../../components/rights/limitsText";
import { NetworksField } from "../../components/rights/NetworksField";
import { useTexts } from "../../texts/language";
import { createSecret } from "./credentials";

interface CreateSecretProps {
  userId: number;
  onCreated: (secret: NewClientSecret) => void;
  close: () => void;
}

/** Makes a client secret that lives so many days; if nothing is typed, until it is deleted. */
export function CreateSecret({ userId, onCreated, close }: CreateSecretProps) {
  const { tokens, general } = useTexts();
  return (
    <FormDialog<{ days: number | null; networks?: string[] }>
      title={tokens.createSecret}
      okText={general.create}
      initial={{ days: 90 }}
      submit={async (values) =>
        onCreated(await createSecret(userId, { days: values.days, networks: networksOf(values) }))
      }
      fieldOf={NETWORK_FIELDS}
      cancel={close}
    >
      <Form.Item name="days" label={`${tokens.days} (${general.optional})`} extra={tokens.secretDaysHint}>
        <InputNumber {...LIMITS.NewSecret.days} precision={0} placeholder={tokens.untilDeleted} />
      </Form.Item>
      <NetworksField hint={tokens.secretNetworksHint} />
    </FormDialog>
  );
}

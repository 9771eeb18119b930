import { Form, Input, InputNumber } from "antd";
import { LIMITS } from "../../api/limits.gen";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { PublicKeyField } from "../../components/fields/PublicKeyField";
import { readKey } from "../../components/fields/publicKey";
import { NETWORK_FIELDS, networksOf } from "../../components/rights/limitsText";
import { NetworksField } from "../../components/rights/NetworksField";
import { useTexts } from "../../texts/language";
import { registerKey } from "./credentials";

interface Values {
  name: string;
  key: string;
  days: number | null;
  networks?: string[];
}

interface RegisterKeyProps {
  userId: number;
  onDone: () => void;
  close: () => void;
}

/** Registers a public key that is pasted, as PEM or JWK. */
export function RegisterKey({ userId, onDone, close }: RegisterKeyProps) {
  const { tokens, general } = useTexts();
  const required = { required: true, message: general.required };
  return (
    <FormDialog<Values>
      title={tokens.registerKey}
      okText={tokens.register}
      initial={{ days: 365 }}
      submit={async (values) => {
        const key = readKey(values.key);
        if (typeof key === "string") return;
        await registerKey(userId, { ...key, name: values.name, days: values.days, networks: networksOf(values) });
        onDone();
      }}
      fieldOf={NETWORK_FIELDS}
      cancel={close}
    >
      <Form.Item name="name" label={tokens.keyName} extra={tokens.keyNameHint} rules={[required]}>
        <Input maxLength={LIMITS.NewKey.name.maxLength} />
      </Form.Item>
      <PublicKeyField name="key" hint={tokens.publicKeyHint} maxLength={LIMITS.NewKey.pem.maxLength} />
      <Form.Item name="days" label={`${tokens.days} (${general.optional})`} extra={tokens.secretDaysHint}>
        <InputNumber {...LIMITS.NewKey.days} precision={0} placeholder={tokens.untilDeleted} />
      </Form.Item>
      <NetworksField hint={tokens.keyNetworksHint} />
    </FormDialog>
  );
}

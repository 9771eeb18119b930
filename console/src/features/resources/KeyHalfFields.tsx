import { Alert, Form, Radio } from "antd";
import { LIMITS } from "../../api/limits.gen";
import type { EncryptionKey } from "../../api/types";
import { PublicKeyField } from "../../components/fields/PublicKeyField";
import { useTexts } from "../../texts/language";

/** Where a version comes from: a pair that the center makes, or a public key of the customer. Part of a form. */
export function KeyHalfFields({ mode }: { mode: EncryptionKey["mode"] }) {
  const { encryptionKeys } = useTexts();
  if (mode === "center") {
    const option = (value: keyof typeof encryptionKeys.algorithms) => ({
      value,
      label: encryptionKeys.algorithms[value],
    });
    return (
      <Form.Item name="algorithm" label={encryptionKeys.algorithm}>
        <Radio.Group vertical options={[option("RSA-3072"), option("EC-P256")]} />
      </Form.Item>
    );
  }
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={encryptionKeys.noEscrow}
        description={encryptionKeys.noEscrowHint}
        style={{ marginBottom: 16 }}
      />
      <PublicKeyField
        name="public_key"
        hint={encryptionKeys.publicKeyHint}
        maxLength={LIMITS.NewKeyVersion.public_key.maxLength}
        pemOnly
      />
    </>
  );
}

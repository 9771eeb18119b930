import { Alert, Form, Input, Radio } from "antd";
import { LIMITS } from "../../api/limits.gen";
import type { EncryptionKey } from "../../api/types";
import { PublicKeyField } from "../../components/fields/PublicKeyField";
import { useTexts } from "../../texts/language";

/** Where a version comes from; `pair`: clients use it already, and the center takes it over. */
export type KeySource = EncryptionKey["mode"] | "pair";

const PRIVATE_PEM = /^\s*-{5}BEGIN (?!ENCRYPTED)[A-Z ]*PRIVATE KEY-{5}/;

/** A pair that the center makes, a pair that it takes over, or a public key of the customer. Part of a form. */
export function KeyHalfFields({ source }: { source: KeySource }) {
  const { encryptionKeys } = useTexts();
  if (source === "center") {
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
        title={source === "pair" ? encryptionKeys.knownElsewhere : encryptionKeys.noEscrow}
        description={source === "pair" ? encryptionKeys.knownElsewhereHint : encryptionKeys.noEscrowHint}
        style={{ marginBottom: 16 }}
      />
      <PublicKeyField
        name="public_key"
        hint={encryptionKeys.publicKeyHint}
        maxLength={LIMITS.NewKeyVersion.public_key.maxLength}
        pemOnly
      />
      {source === "pair" && (
        <Form.Item
          name="private_key"
          label={encryptionKeys.privateKey}
          extra={encryptionKeys.privateKeyHint}
          rules={[{ required: true, pattern: PRIVATE_PEM, message: encryptionKeys.noPrivatePem }]}
        >
          <Input.TextArea
            className="mono"
            maxLength={LIMITS.NewKeyVersion.private_key.maxLength}
            autoSize={{ minRows: 4, maxRows: 10 }}
            spellCheck={false}
            autoComplete="off"
          />
        </Form.Item>
      )}
    </>
  );
}

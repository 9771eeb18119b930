import { Form, Input } from "antd";
import { useTexts } from "../../texts/language";
import { readKey } from "./publicKey";

interface PublicKeyFieldProps {
  name: string;
  hint: string;
  maxLength: number;
  /** The center takes no JWK there. */
  pemOnly?: boolean;
}

/** A public key that is pasted. A private one is noticed before it leaves the browser. */
export function PublicKeyField({ name, hint, maxLength, pemOnly = false }: PublicKeyFieldProps) {
  const { tokens, general } = useTexts();
  const validator = async (_: unknown, text?: string) => {
    const key = text ? readKey(text) : undefined;
    if (key === "private") throw new Error(tokens.keyIsPrivate);
    if (key === "unreadable" || (pemOnly && key && "jwk" in key)) {
      throw new Error(pemOnly ? tokens.keyIsNoPem : tokens.keyIsUnreadable);
    }
  };
  return (
    <Form.Item
      name={name}
      label={tokens.publicKey}
      extra={hint}
      rules={[{ required: true, message: general.required }, { validator }]}
    >
      <Input.TextArea
        className="mono"
        maxLength={maxLength}
        autoSize={{ minRows: 4, maxRows: 10 }}
        placeholder="-----BEGIN PUBLIC KEY-----"
      />
    </Form.Item>
  );
}

import { Form, Input, Radio, Typography } from "antd";
import { LIMITS } from "../../api/limits.gen";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { useTexts } from "../../texts/language";
import { createKey, HALF_FIELDS, type KeyHalf } from "./encryptionKeys";
import { KeyHalfFields, type KeySource } from "./KeyHalfFields";
import type { PolicyResource } from "./policies";

interface NewKey extends KeyHalf {
  name: string;
  source: KeySource;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** A key and its first version. */
export function CreateKey({ place, close }: { place: PolicyResource; close: () => void }) {
  const { encryptionKeys, general } = useTexts();
  const option = (value: KeySource) => ({ value, label: encryptionKeys.sources[value] });
  return (
    <FormDialog<NewKey>
      title={encryptionKeys.create}
      okText={general.create}
      initial={{ source: "center", algorithm: "RSA-3072" }}
      submit={({ name, source: _, ...half }) => createKey(place, name, half)}
      fieldOf={{ ...HALF_FIELDS, exists: "name" }}
      cancel={close}
    >
      <Form.Item
        name="name"
        label={general.name}
        extra={encryptionKeys.nameHint}
        rules={[
          { required: true, message: general.required },
          { pattern: NAME, message: encryptionKeys.nameHint },
        ]}
      >
        <Input maxLength={LIMITS.NewEncryptionKey.name.maxLength} spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item name="source" label={encryptionKeys.source}>
        <Radio.Group vertical options={[option("center"), option("pair"), option("customer")]} />
      </Form.Item>
      <Form.Item noStyle dependencies={["source"]}>
        {({ getFieldValue }) => <KeyHalfFields source={getFieldValue("source")} />}
      </Form.Item>
      <Typography.Text type="secondary">{encryptionKeys.takesOver}</Typography.Text>
    </FormDialog>
  );
}

import { Button, Checkbox, Form, Input, Upload } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import type { ClusterTlsSettings } from "../../api/types";
import { ifMatchHeader } from "../../api/version";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { useTexts } from "../../texts/language";

interface Values {
  authorities?: string;
  usual?: boolean;
  certificate?: string;
  private_key?: string;
  none?: boolean;
}

interface ChangeTlsProps {
  clusterId: number;
  settings: ClusterTlsSettings;
  close: () => void;
}

/** Replaces or removes authorities and certificate. Empty fields change nothing. */
export function ChangeTls({ clusterId, settings, close }: ChangeTlsProps) {
  const { connection } = useTexts();
  const submit = (values: Values) =>
    answer(
      client.PATCH("/api/v1/clusters/{cluster_id}/tls", {
        params: { path: { cluster_id: clusterId }, header: ifMatchHeader(settings) },
        body: requestBody(values),
      }),
    );
  return (
    <FormDialog<Values> title={connection.change} submit={submit} cancel={close} width={720}>
      <Pem name="authorities" label={connection.authorities} hint={connection.authoritiesHint} />
      {settings.authorities.length > 0 && <RemoveCheckbox name="usual" text={connection.usual} />}
      <Pem name="certificate" label={connection.certificate} hint={connection.certificateHint} />
      <Pem name="private_key" label={connection.key} hint={connection.keyHint} />
      {settings.certificate.length > 0 && <RemoveCheckbox name="none" text={connection.none} />}
    </FormDialog>
  );
}

function requestBody({ authorities, usual, certificate, private_key, none }: Values) {
  return {
    ...(usual ? { authorities: null } : authorities?.trim() ? { authorities } : {}),
    ...(none
      ? { certificate: null, private_key: null }
      : {
          ...(certificate?.trim() ? { certificate } : {}),
          ...(private_key?.trim() ? { private_key } : {}),
        }),
  };
}

interface PemProps {
  name: "authorities" | "certificate" | "private_key";
  label: string;
  hint: string;
}

/** A text that is pasted, or read from a file; the file itself is not sent. */
function Pem({ name, label, hint }: PemProps) {
  const { connection } = useTexts();
  const form = Form.useFormInstance<Values>();
  const read = async (file: File) => {
    form.setFieldValue(name, await file.text());
    return false;
  };
  return (
    <>
      <Form.Item name={name} label={label} extra={hint}>
        <Input.TextArea
          className="mono"
          maxLength={LIMITS.ClusterTlsChange[name].maxLength}
          autoSize={{ minRows: 2, maxRows: 6 }}
          autoComplete="off"
          spellCheck={false}
        />
      </Form.Item>
      <Form.Item>
        <Upload accept=".pem,.crt,.cer,.key" showUploadList={false} beforeUpload={read}>
          <Button size="small" aria-label={`${connection.file}: ${label}`}>
            {connection.file}
          </Button>
        </Upload>
      </Form.Item>
    </>
  );
}

function RemoveCheckbox({ name, text }: { name: "usual" | "none"; text: string }) {
  return (
    <Form.Item name={name} valuePropName="checked">
      <Checkbox>{text}</Checkbox>
    </Form.Item>
  );
}

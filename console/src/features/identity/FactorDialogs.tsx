import { useQuery } from "@tanstack/react-query";
import { Flex, Form, Input, Typography } from "antd";
import { LIMITS } from "../../api/limits.gen";
import { addPasskey } from "../../api/passkeys";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { QueryView } from "../../components/states/QueryView";
import { CopyBlock } from "../../components/values/CopyBlock";
import { useTexts } from "../../texts/language";
import { beginApp, confirmApp } from "./factors";

interface AddFactorProps {
  /** Called with the recovery codes that the first factor brings. */
  onAdded: (codes: string[]) => void;
  cancel: () => void;
}

/** Shows the secret of a new authenticator app once, and asks for a code of it. */
export function AddApp({ onAdded, cancel }: AddFactorProps) {
  const { security, general } = useTexts();
  // Each request makes a new secret, so it is read once and dropped with the dialog.
  const newApp = useQuery({ queryKey: ["new-app"], queryFn: beginApp, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  return (
    <FormDialog<{ code: string }>
      title={security.appSet}
      okText={security.confirm}
      submit={async ({ code }) => onAdded(await confirmApp(code.replace(/\s/g, "")))}
      onDone={() => undefined}
      cancel={cancel}
      fieldOf={{ wrong_new_code: "code" }}
    >
      <QueryView query={newApp}>
        {({ secret, picture }) => (
          <Flex vertical gap={12}>
            <Typography.Text>{security.appScan}</Typography.Text>
            <img
              src={picture}
              alt={security.appPicture}
              style={{ width: 220, maxWidth: "100%", background: "#fff", padding: 8, alignSelf: "center" }}
            />
            <CopyBlock text={secret} label={security.appKey} />
            <Form.Item name="code" label={security.code} rules={[{ required: true, message: general.required }]}>
              <Input autoComplete="one-time-code" inputMode="numeric" maxLength={LIMITS.ShownCode.code.maxLength} />
            </Form.Item>
          </Flex>
        )}
      </QueryView>
    </FormDialog>
  );
}

/** Asks for a name; then the browser asks for a fingerprint, a face or a PIN. */
export function AddPasskey({ onAdded, cancel }: AddFactorProps) {
  const { security, general } = useTexts();
  return (
    <FormDialog<{ name: string }>
      title={security.passkeyAdd}
      okText={security.passkeyAdd}
      submit={async ({ name }) => onAdded(await addPasskey(name))}
      onDone={() => undefined}
      cancel={cancel}
    >
      <Form.Item
        name="name"
        label={security.passkeyName}
        extra={security.passkeyNameHint}
        rules={[{ required: true, message: general.required }]}
      >
        <Input autoComplete="off" maxLength={LIMITS.NewPasskey.name.maxLength} />
      </Form.Item>
    </FormDialog>
  );
}

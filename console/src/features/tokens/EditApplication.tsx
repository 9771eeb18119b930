import { Checkbox, Form, Input, Radio } from "antd";
import { LIMITS } from "../../api/limits.gen";
import type { Application } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { UserPicker } from "../../components/fields/pickers";
import { useTexts } from "../../texts/language";
import { changeApplication, registerApplication } from "./applications";

interface Values {
  name: string;
  kind: "public" | "confidential";
  service_id?: number;
  trusted: boolean;
  redirects: string;
  logouts?: string;
  audiences?: string[];
  id_token_algorithm?: Algorithm;
  without_pkce: boolean;
}

const ALGORITHMS = ["RS256", "ES256"] as const;
type Algorithm = (typeof ALGORITHMS)[number];

interface EditApplicationProps {
  application: Application | "new";
  availableAudiences: { brokers: string; api: string };
  close: () => void;
}

const FIELDS = {
  invalid_redirect_uri: "redirects",
  not_a_service: "service_id",
  application_exists: "service_id",
  unknown_audience: "audiences",
};
const splitWords = (text = "") => text.split(/\s+/).filter((word) => word !== "");

/** Registers an application, or changes it. What it is (public, or which service) stays as it was registered. */
export function EditApplication({ application, availableAudiences, close }: EditApplicationProps) {
  const { applications, general } = useTexts();
  const isNew = application === "new";
  const [form] = Form.useForm<Values>();
  const kind = Form.useWatch("kind", form);
  const confidential = isNew ? kind === "confidential" : application.confidential;
  const required = { required: true, whitespace: true, message: general.required };
  const submit = (values: Values) => {
    const body = {
      name: values.name,
      trusted: values.trusted,
      redirect_uris: splitWords(values.redirects),
      logout_uris: splitWords(values.logouts),
      audiences: values.audiences ?? [],
      id_token_algorithm: values.id_token_algorithm,
      without_pkce: confidential && values.without_pkce,
    };
    if (!isNew) return changeApplication(application, body);
    return registerApplication({ ...body, service_id: values.kind === "confidential" ? values.service_id : undefined });
  };
  return (
    <FormDialog<Values>
      form={form}
      title={isNew ? applications.create : `${general.edit} ${application.name}`}
      initial={isNew ? NEW_VALUES : valuesOf(application)}
      submit={submit}
      fieldOf={FIELDS}
      cancel={close}
    >
      <Form.Item name="name" label={general.name} rules={[required]}>
        <Input maxLength={LIMITS.NewApplication.name.maxLength} autoComplete="off" />
      </Form.Item>
      {isNew && (
        <Form.Item name="kind" label={applications.kind} extra={kind && applications.kindHints[kind]}>
          <Radio.Group
            options={(["public", "confidential"] as const).map((value) => ({
              value,
              label: applications.kinds[value],
            }))}
          />
        </Form.Item>
      )}
      {isNew && kind === "confidential" && (
        <Form.Item
          name="service_id"
          label={applications.service}
          extra={applications.serviceHint}
          rules={[{ required: true, message: general.required }]}
        >
          <UserPicker />
        </Form.Item>
      )}
      <Form.Item name="redirects" label={applications.redirects} extra={applications.redirectsHint} rules={[required]}>
        <Input.TextArea
          className="mono"
          autoSize={{ minRows: 2, maxRows: 8 }}
          placeholder="https://desk.example/callback"
        />
      </Form.Item>
      <Form.Item name="logouts" label={`${applications.logouts} (${general.optional})`}>
        <Input.TextArea className="mono" autoSize={{ minRows: 1, maxRows: 8 }} placeholder="https://desk.example/" />
      </Form.Item>
      <Form.Item name="audiences" label={applications.mayOpen} extra={applications.mayOpenHint}>
        <Checkbox.Group
          options={(["brokers", "api"] as const).map((name) => ({
            value: availableAudiences[name],
            label: applications.audiences[name],
          }))}
        />
      </Form.Item>
      <Form.Item name="id_token_algorithm" label={applications.idTokens} extra={applications.idTokensHint}>
        <Radio.Group options={ALGORITHMS.map((value) => ({ value, label: value }))} />
      </Form.Item>
      {confidential && (
        <Form.Item name="without_pkce" valuePropName="checked" extra={applications.withoutPkceHint}>
          <Checkbox>{applications.withoutPkce}</Checkbox>
        </Form.Item>
      )}
      <Form.Item name="trusted" valuePropName="checked" extra={applications.trustedHint}>
        <Checkbox>{applications.trusted}</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}

const NEW_VALUES = { kind: "public", trusted: false, id_token_algorithm: "RS256", without_pkce: false } as const;
const valuesOf = (application: Application): Values => ({
  name: application.name,
  kind: application.confidential ? "confidential" : "public",
  trusted: application.trusted,
  redirects: application.redirect_uris.join("\n"),
  logouts: application.logout_uris.join("\n"),
  audiences: application.audiences,
  id_token_algorithm: application.id_token_algorithm ?? undefined,
  without_pkce: application.without_pkce,
});

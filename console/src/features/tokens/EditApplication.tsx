import { Checkbox, Form, Input, Radio } from "antd";
import { LIMITS } from "../../api/limits.gen";
import type { Application } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { UserPicker } from "../../components/fields/pickers";
import { useTexts } from "../../texts/language";
import { change, register } from "./applications";

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
  of: Application | "new";
  possible: { brokers: string; api: string };
  close: () => void;
}

const FIELDS = {
  invalid_redirect_uri: "redirects",
  not_a_service: "service_id",
  application_exists: "service_id",
  unknown_audience: "audiences",
};
const lines = (text = "") => text.split(/\s+/).filter((one) => one !== "");

/** Registers an application, or changes it. What it is (public, or which service) stays as it was registered. */
export function EditApplication({ of, possible, close }: EditApplicationProps) {
  const { applications, general } = useTexts();
  const fresh = of === "new";
  const [form] = Form.useForm<Values>();
  const kind = Form.useWatch("kind", form);
  const confidential = fresh ? kind === "confidential" : of.confidential;
  const required = { required: true, whitespace: true, message: general.required };
  const submit = (values: Values) => {
    const body = {
      name: values.name,
      trusted: values.trusted,
      redirect_uris: lines(values.redirects),
      logout_uris: lines(values.logouts),
      audiences: values.audiences ?? [],
      id_token_algorithm: values.id_token_algorithm,
      without_pkce: confidential && values.without_pkce,
    };
    if (!fresh) return change(of, body);
    return register({ ...body, service_id: values.kind === "confidential" ? values.service_id : undefined });
  };
  return (
    <FormDialog<Values>
      form={form}
      title={fresh ? applications.create : `${general.edit} ${of.name}`}
      initial={fresh ? FRESH : asValues(of)}
      submit={submit}
      fieldOf={FIELDS}
      cancel={close}
    >
      <Form.Item name="name" label={general.name} rules={[required]}>
        <Input maxLength={LIMITS.NewApplication.name.maxLength} autoComplete="off" />
      </Form.Item>
      {fresh && (
        <Form.Item name="kind" label={applications.kind} extra={kind && applications.kindHints[kind]}>
          <Radio.Group
            options={(["public", "confidential"] as const).map((value) => ({
              value,
              label: applications.kinds[value],
            }))}
          />
        </Form.Item>
      )}
      {fresh && kind === "confidential" && (
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
          options={(["brokers", "api"] as const).map((one) => ({
            value: possible[one],
            label: applications.audiences[one],
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

const FRESH = { kind: "public", trusted: false, id_token_algorithm: "RS256", without_pkce: false } as const;
const asValues = (of: Application): Values => ({
  name: of.name,
  kind: of.confidential ? "confidential" : "public",
  trusted: of.trusted,
  redirects: of.redirect_uris.join("\n"),
  logouts: of.logout_uris.join("\n"),
  audiences: of.audiences,
  id_token_algorithm: of.id_token_algorithm ?? undefined,
  without_pkce: of.without_pkce,
});

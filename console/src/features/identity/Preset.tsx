import { Form, type FormInstance, Segmented } from "antd";
import { useTexts } from "../../texts/language";
import type { ProviderValues } from "./providers";

const KINDS = ["keycloak", "entra", "okta", "google", "other"] as const;
type Kind = (typeof KINDS)[number];

/** What each provider is known to send; docs/operators/company-sign-in.md says more. */
const VALUES: Record<Kind, Partial<ProviderValues>> = {
  keycloak: { issuer: "https://HOST/realms/REALM", groups_claim: "groups" },
  entra: { issuer: "https://login.microsoftonline.com/TENANT/v2.0", groups_claim: "groups" },
  okta: { issuer: "https://ORG.okta.com", groups_claim: "groups", scopes: "openid profile email groups" },
  google: { issuer: "https://accounts.google.com", name_claim: "email" },
  other: {},
};
const EMPTY = {
  issuer: "",
  groups_claim: "",
  name_claim: "preferred_username",
  scopes: "openid profile email",
};

/** Fills the fields in with what a known provider needs. */
export function Preset({ form }: { form: FormInstance<ProviderValues> }) {
  const { companySignIn } = useTexts();
  return (
    <Form.Item label={companySignIn.kind}>
      <Segmented<Kind>
        defaultValue="other"
        options={KINDS.map((value) => ({ value, label: companySignIn.kinds[value] }))}
        onChange={(kind) => form.setFieldsValue({ ...EMPTY, ...VALUES[kind] })}
        style={{ maxWidth: "100%", overflowX: "auto" }}
      />
    </Form.Item>
  );
}

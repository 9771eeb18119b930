import { useQuery } from "@tanstack/react-query";
import { Checkbox, Form, Input, Select } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import { groupsQuery } from "../../api/sharedQueries";
import type { Provider } from "../../api/types";
import { ifMatchHeader } from "../../api/version";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { NamePicker } from "../../components/fields/pickers";
import { useTexts } from "../../texts/language";
import { Preset } from "./Preset";
import type { ProviderValues } from "./providers";

const DEFAULTS = { scopes: "openid profile email", name_claim: "preferred_username", creates_users: false };
const LIMIT = LIMITS.NewProvider;

/** The body for the API: an empty secret is left out and stays as it is, other empty fields become null. */
function requestBody({ issuer: _, client_secret, ...values }: ProviderValues) {
  return {
    ...values,
    ...(client_secret ? { client_secret } : {}),
    groups_claim: values.groups_claim || null,
    email_domains: values.email_domains?.length ? values.email_domains : null,
    group_id: values.group_id ?? null,
  };
}

/** A new provider, or another setting of one. The issuer cannot change, because links belong to it. */
export function EditProvider({ provider, close }: { provider?: Provider; close: () => void }) {
  const { general, companySignIn } = useTexts();
  const [form] = Form.useForm<ProviderValues>();
  const submit = (values: ProviderValues) => {
    if (provider === undefined) {
      const { enabled: _, ...body } = requestBody(values);
      return answer(client.POST("/api/v1/identity-providers", { body: { ...body, issuer: values.issuer } }));
    }
    const params = { path: { provider_id: provider.id }, header: ifMatchHeader(provider) };
    return answer(client.PATCH("/api/v1/identity-providers/{provider_id}", { params, body: requestBody(values) }));
  };
  const required = [{ required: true, message: general.required }];
  return (
    <FormDialog<ProviderValues>
      title={provider ? `${general.edit} ${provider.name}` : companySignIn.create}
      form={form}
      initial={provider ?? DEFAULTS}
      submit={submit}
      fieldOf={{ address_not_allowed: "issuer", exists: "issuer", secret_needed: "client_secret" }}
      cancel={close}
    >
      {!provider && <Preset form={form} />}
      <Form.Item name="name" label={general.name} extra={companySignIn.nameHint} rules={required}>
        <Input maxLength={LIMIT.name.maxLength} autoComplete="off" />
      </Form.Item>
      <Form.Item name="issuer" label={companySignIn.issuer} extra={companySignIn.issuerHint} rules={required}>
        <Input maxLength={LIMIT.issuer.maxLength} autoComplete="off" spellCheck={false} disabled={Boolean(provider)} />
      </Form.Item>
      <Form.Item name="client_id" label={companySignIn.clientId} rules={required}>
        <Input maxLength={LIMIT.client_id.maxLength} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="client_secret"
        label={companySignIn.clientSecret}
        extra={provider?.with_secret ? companySignIn.secretKept : companySignIn.secretHint}
      >
        <Input.Password maxLength={LIMIT.client_secret.maxLength} autoComplete="new-password" />
      </Form.Item>
      <ClaimFields />
      <AccountFields existing={Boolean(provider)} />
    </FormDialog>
  );
}

function ClaimFields() {
  const { general, companySignIn } = useTexts();
  const required = [{ required: true, message: general.required }];
  return (
    <>
      <Form.Item name="scopes" label={companySignIn.scopes} rules={required}>
        <Input maxLength={LIMIT.scopes.maxLength} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="name_claim" label={companySignIn.nameClaim} extra={companySignIn.nameClaimHint} rules={required}>
        <Input maxLength={LIMIT.name_claim.maxLength} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="groups_claim" label={companySignIn.groupsClaim} extra={companySignIn.groupsClaimHint}>
        <Input maxLength={LIMIT.groups_claim.maxLength} autoComplete="off" spellCheck={false} />
      </Form.Item>
    </>
  );
}

function AccountFields({ existing }: { existing: boolean }) {
  const { companySignIn } = useTexts();
  const groups = useQuery(groupsQuery);
  return (
    <>
      <Form.Item name="email_domains" label={companySignIn.emailDomains} extra={companySignIn.emailDomainsHint}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[" ", ","]} />
      </Form.Item>
      <Form.Item name="creates_users" valuePropName="checked" extra={companySignIn.createsUsersHint}>
        <Checkbox>{companySignIn.createsUsers}</Checkbox>
      </Form.Item>
      <Form.Item name="group_id" label={companySignIn.group}>
        <NamePicker allowClear items={groups.data?.items} />
      </Form.Item>
      {existing && (
        <Form.Item name="enabled" valuePropName="checked" extra={companySignIn.enableHint}>
          <Checkbox>{companySignIn.enable}</Checkbox>
        </Form.Item>
      )}
    </>
  );
}

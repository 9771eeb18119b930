import { useMutation, useQuery } from "@tanstack/react-query";
import { Alert, Button, Flex, Form, Input, Select, Typography } from "antd";
import { Link } from "react-router";
import { LIMITS } from "../../api/limits.gen";
import { asProblem } from "../../api/problem";
import { registrationFormQuery } from "../../api/sharedQueries";
import { useTitle } from "../../components/page/useTitle";
import { ErrorState } from "../../components/states/ErrorState";
import { QueryView } from "../../components/states/QueryView";
import { CopyBlock } from "../../components/values/CopyBlock";
import { useTexts } from "../../texts/language";
import { type NewRegistration, register } from "./registrations";

/** Somebody without an account asks for one. The answer is a receipt code; it does not reveal which users exist. */
export default function RegisterPage() {
  const { identity, requests } = useTexts();
  useTitle(identity.askAccount);
  const form = useQuery(registrationFormQuery);
  return (
    <Flex vertical gap={12}>
      <Typography.Title level={1} style={{ margin: 0 }}>
        {identity.askAccount}
      </Typography.Title>
      <QueryView query={form}>
        {({ open, clusters, days }) =>
          open ? (
            <RegistrationForm clusters={clusters} days={days} />
          ) : (
            <Alert type="info" showIcon title={requests.closed} description={requests.closedHint} />
          )
        }
      </QueryView>
      <Flex justify="space-between" gap={8} wrap>
        <Link to="/">{requests.backToSignIn}</Link>
        <Link to="/register/status">{identity.toStatus}</Link>
      </Flex>
    </Flex>
  );
}

function RegistrationForm({ clusters, days }: { clusters: string[]; days: number }) {
  const { requests } = useTexts();
  const [form] = Form.useForm<NewRegistration>();
  const submission = useMutation({
    mutationFn: register,
    onError: (thrown) =>
      form.setFields(
        asProblem(thrown).errors.map(({ field, message }) => ({ name: field as never, errors: [message] })),
      ),
  });
  if (submission.isSuccess) return <Receipt code={submission.data.receipt} days={days} />;
  return (
    <Form<NewRegistration>
      form={form}
      layout="vertical"
      requiredMark="optional"
      scrollToFirstError
      onFinish={(values) => submission.mutate(withoutEmptyFields(values))}
    >
      <Typography.Paragraph type="secondary">{requests.askAccountHint}</Typography.Paragraph>
      <Fields clusters={clusters} />
      {submission.isError && (
        <Form.Item>
          <ErrorState error={submission.error} />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" block loading={submission.isPending}>
        {requests.send}
      </Button>
    </Form>
  );
}

function Fields({ clusters }: { clusters: string[] }) {
  const { general, identity, requests } = useTexts();
  const required = [{ required: true, message: general.required }];
  return (
    <>
      <Form.Item name="username" label={requests.username} extra={identity.usernameHint} rules={required}>
        <Input
          autoFocus
          maxLength={LIMITS.NewRegistration.username.maxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Form.Item>
      <Form.Item name="nick" label={requests.nick}>
        <Input maxLength={LIMITS.NewRegistration.nick.maxLength} autoComplete="name" />
      </Form.Item>
      <Form.Item name="contact" label={requests.contact} extra={requests.contactHint} rules={required}>
        <Input maxLength={LIMITS.NewRegistration.contact.maxLength} autoComplete="email" />
      </Form.Item>
      <Form.Item name="group_name" label={requests.group} rules={required}>
        <Input maxLength={LIMITS.NewRegistration.group_name.maxLength} autoComplete="organization" />
      </Form.Item>
      {clusters.length > 0 && (
        <>
          <Form.Item name="tenant_name" label={requests.tenant} extra={requests.tenantHint}>
            <Input maxLength={LIMITS.NewRegistration.tenant_name.maxLength} autoComplete="off" spellCheck={false} />
          </Form.Item>
          <Form.Item name="cluster" label={requests.cluster} initialValue={clusters[0]}>
            <Select options={clusters.map((name) => ({ value: name, label: name }))} />
          </Form.Item>
        </>
      )}
      <Form.Item name="reason" label={requests.reason} rules={required}>
        <Input.TextArea maxLength={LIMITS.NewRegistration.reason.maxLength} autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
    </>
  );
}

function Receipt({ code, days }: { code: string; days: number }) {
  const { requests, general } = useTexts();
  return (
    <Flex vertical gap={12} role="status">
      <Alert type="success" showIcon title={requests.receiptTitle} description={requests.receiptHint(days)} />
      <CopyBlock text={code} label={requests.receipt} autoFocus />
      <Typography.Text type="secondary">{general.shownOnceHint}</Typography.Text>
    </Flex>
  );
}

/** Without empty fields, and without a cluster if no tenant is named. */
function withoutEmptyFields(values: NewRegistration): NewRegistration {
  const tenant = values.tenant_name?.trim() || undefined;
  return {
    ...values,
    group_name: values.group_name.trim(),
    nick: values.nick?.trim() || undefined,
    tenant_name: tenant,
    cluster: tenant && values.cluster,
  };
}

import { useMutation, useQuery } from "@tanstack/react-query";
import { Alert, Button, Flex, Form, Input, Typography } from "antd";
import { Link, useLocation } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import { useFieldErrors } from "../../components/dialogs/fieldErrors";
import { useTitle } from "../../components/page/useTitle";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";

/** Whoever followed a link from an e-mail chooses a password. The link's secret is behind the #. */
export default function LinkedPasswordPage() {
  const { identity, general } = useTexts();
  useTitle(identity.choosePassword);
  const link = useLocation().hash.slice(1) || "-";
  const [form] = Form.useForm<{ new: string }>();
  const fieldErrorsOf = useFieldErrors();
  // A POST without caching, because the secret is in the body.
  const linkOwner = useQuery({
    queryKey: ["linked-password"],
    queryFn: () => answer(client.POST("/api/v1/password-resets/link", { body: { link } })),
    gcTime: 0,
    retry: false,
  });
  const setPassword = useMutation({
    mutationFn: (password: string) =>
      answer(client.POST("/api/v1/password-resets/complete", { body: { link, new: password } })),
    onError: (thrown) =>
      form.setFields(fieldErrorsOf(thrown).map(({ name, errors }) => ({ name: name as "new", errors }))),
  });
  if (setPassword.isSuccess)
    return (
      <Flex vertical gap={16} role="status">
        <Alert type="success" showIcon title={identity.changed} />
        <Link to="/">{identity.signIn}</Link>
      </Flex>
    );
  return (
    <Form<{ new: string }>
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={(values) => setPassword.mutate(values.new)}
    >
      <Typography.Title level={1} style={{ marginTop: 0, overflowWrap: "anywhere" }}>
        {identity.choosePassword} <Typography.Text type="secondary">{linkOwner.data?.username}</Typography.Text>
      </Typography.Title>
      {/* Password managers store the new password under this name. */}
      <input hidden readOnly autoComplete="username" value={linkOwner.data?.username ?? ""} />
      {linkOwner.isError && (
        <Form.Item>
          <ErrorState error={linkOwner.error} />
        </Form.Item>
      )}
      <Form.Item
        name="new"
        label={identity.newPassword}
        extra={identity.rules}
        rules={[
          { required: true, message: general.required },
          { min: 8, message: identity.tooShort },
        ]}
      >
        <Input.Password autoFocus autoComplete="new-password" maxLength={LIMITS.LinkedPassword.new.maxLength} />
      </Form.Item>
      {setPassword.isError && !linkOwner.isError && (
        <Form.Item>
          <ErrorState error={setPassword.error} />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" block loading={setPassword.isPending}>
        {identity.choosePassword}
      </Button>
    </Form>
  );
}

import { useMutation } from "@tanstack/react-query";
import { Alert, Button, Flex, Form, Input, Typography } from "antd";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import { useTitle } from "../../components/page/useTitle";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";

/** Asks for a link. What the page says is the same for every name. */
export default function ForgottenPasswordPage() {
  const { identity, general } = useTexts();
  useTitle(identity.forgotten);
  const requestLink = useMutation({
    mutationFn: (username: string) => answer(client.POST("/api/v1/password-resets", { body: { username } })),
  });
  return (
    <Flex vertical gap={16}>
      <Typography.Title level={1} style={{ margin: 0 }}>
        {identity.forgotten}
      </Typography.Title>
      <Form<{ username: string }>
        layout="vertical"
        requiredMark={false}
        onFinish={({ username }) => requestLink.mutate(username)}
      >
        <Form.Item
          name="username"
          label={identity.username}
          extra={identity.forgottenHint}
          rules={[{ required: true, message: general.required }]}
        >
          <Input autoFocus autoComplete="username" maxLength={LIMITS.ForgottenPassword.username.maxLength} />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={requestLink.isPending}>
          {identity.sendLink}
        </Button>
      </Form>
      {requestLink.isError && <ErrorState error={requestLink.error} />}
      {requestLink.isSuccess && <Alert role="status" type="success" showIcon title={identity.linkSent} />}
      <Link to="/">{identity.signIn}</Link>
    </Flex>
  );
}

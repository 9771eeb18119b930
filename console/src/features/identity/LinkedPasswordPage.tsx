import { useMutation } from "@tanstack/react-query";
import { Alert, Button, Flex, Form, Input, Typography } from "antd";
import { Link, useLocation } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import { useTitle } from "../../components/page/useTitle";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";

/** Whoever followed a link from an e-mail chooses a password. The link's secret is behind the #. */
export default function LinkedPasswordPage() {
  const { identity, general } = useTexts();
  useTitle(identity.choosePassword);
  const link = useLocation().hash.slice(1);
  const choose = useMutation({
    mutationFn: (next: string) =>
      answer(client.POST("/api/v1/password-resets/complete", { body: { link: link || "-", new: next } })),
  });
  if (choose.isSuccess)
    return (
      <Flex vertical gap={16} role="status">
        <Alert type="success" showIcon title={identity.changed} />
        <Link to="/">{identity.signIn}</Link>
      </Flex>
    );
  return (
    <Form<{ next: string }> layout="vertical" requiredMark={false} onFinish={({ next }) => choose.mutate(next)}>
      <Typography.Title level={1} style={{ fontSize: 20, marginTop: 0 }}>
        {identity.choosePassword}
      </Typography.Title>
      <Form.Item
        name="next"
        label={identity.newPassword}
        extra={identity.rules}
        rules={[
          { required: true, message: general.required },
          { min: 8, message: identity.tooShort },
        ]}
      >
        <Input.Password autoFocus autoComplete="new-password" maxLength={LIMITS.LinkedPassword.new.maxLength} />
      </Form.Item>
      {choose.isError && (
        <Form.Item>
          <ErrorState error={choose.error} />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" block loading={choose.isPending}>
        {identity.choosePassword}
      </Button>
    </Form>
  );
}

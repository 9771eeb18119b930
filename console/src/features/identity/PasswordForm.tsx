import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Form, Input } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import { sessionQuery } from "../../api/session";
import { useFieldErrors } from "../../components/dialogs/fieldErrors";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";

interface PasswordValues {
  current?: string;
  new: string;
  repeat: string;
}

interface PasswordFormProps {
  currentLabel: string;
  /** The current password, if it need not be typed. */
  currentPassword?: string;
  onDone?: () => void;
}

/** Replaces one's own password. The rules are beside the field; the server checks them. */
export function PasswordForm({ currentLabel, currentPassword, onDone }: PasswordFormProps) {
  const { identity, general } = useTexts();
  const [form] = Form.useForm<PasswordValues>();
  const fieldErrorsOf = useFieldErrors();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: ({ current = currentPassword ?? "", new: newPassword }: PasswordValues) =>
      answer(client.PUT("/api/v1/session/password", { body: { current, new: newPassword } })),
    onSuccess: (session) => {
      form.resetFields();
      queries.setQueryData(sessionQuery.queryKey, session);
      onDone?.();
    },
    onError: (thrown) =>
      form.setFields(fieldErrorsOf(thrown).map(({ name, errors }) => ({ name: name as "new", errors }))),
  });
  const required = { required: true, message: general.required };
  return (
    <Form<PasswordValues>
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={(values) => change.mutate(values)}
    >
      {currentPassword === undefined && (
        <Form.Item name="current" label={currentLabel} rules={[required]}>
          <Input.Password autoFocus autoComplete="current-password" />
        </Form.Item>
      )}
      <Form.Item
        name="new"
        label={identity.newPassword}
        extra={identity.rules}
        rules={[required, { min: 8, message: identity.tooShort }]}
      >
        <Input.Password
          autoFocus={currentPassword !== undefined}
          autoComplete="new-password"
          maxLength={LIMITS.NewPassword.new.maxLength}
        />
      </Form.Item>
      <Form.Item
        name="repeat"
        label={identity.repeat}
        dependencies={["new"]}
        rules={[required, ({ getFieldValue }) => sameAs(() => getFieldValue("new"), identity.different)]}
      >
        <Input.Password autoComplete="new-password" maxLength={LIMITS.NewPassword.new.maxLength} />
      </Form.Item>
      {change.isError && (
        <Form.Item>
          <ErrorState error={change.error} />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" block loading={change.isPending}>
        {identity.change}
      </Button>
    </Form>
  );
}

function sameAs(other: () => unknown, message: string) {
  return {
    validator: (_: unknown, value: unknown) =>
      !value || value === other() ? Promise.resolve() : Promise.reject(new Error(message)),
  };
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Flex, Form, Input, Typography } from "antd";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { asProblem } from "../../api/problem";
import { changeSession } from "../../api/session";
import { registrationFormQuery } from "../../api/sharedQueries";
import type { Session } from "../../api/types";
import { useTitle } from "../../components/page/useTitle";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";
import { CompanyButtons } from "./CompanyButtons";
import { PasswordFold } from "./PasswordFold";
import { PasskeyButton, SecondFactorForm } from "./SecondFactorForm";

interface SignInValues {
  username: string;
  password: string;
}

/** User name and password; if the initial secret has to be changed first, `onInitialSecret` gets it. */
export function SignIn({ onInitialSecret }: { onInitialSecret: (secret: string) => void }) {
  const { identity, general } = useTexts();
  useTitle(identity.signInTitle);
  const queries = useQueryClient();
  const signIn = useMutation({
    mutationFn: (body: SignInValues) => answer(client.POST("/api/v1/session", { body })),
    onSuccess: (session, { password }) => {
      if (session.must_change_password) onInitialSecret(password);
      changeSession(queries, session);
    },
  });
  const finish = (session: Session) => changeSession(queries, session);
  if (signIn.isError && asProblem(signIn.error).code === "second_factor_needed")
    return <SecondFactorForm onDone={finish} startAgain={signIn.reset} />;
  const required = [{ required: true, message: general.required }];
  return (
    <Form<SignInValues> layout="vertical" requiredMark={false} onFinish={(values) => signIn.mutate(values)}>
      <Typography.Title level={1} style={{ marginTop: 0 }}>
        {identity.signInTitle}
      </Typography.Title>
      <PasswordFold
        otherMethods={
          <Flex vertical gap={8} style={{ marginTop: 8 }}>
            <PasskeyButton onDone={finish} />
            <CompanyButtons />
          </Flex>
        }
      >
        <Form.Item name="username" label={identity.username} rules={required}>
          <Input autoFocus autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </Form.Item>
        <Form.Item name="password" label={identity.password} rules={required}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        {signIn.isError && (
          <Form.Item>
            <ErrorState error={signIn.error} />
          </Form.Item>
        )}
        <Button type="primary" htmlType="submit" block loading={signIn.isPending}>
          {identity.signIn}
        </Button>
      </PasswordFold>
      <NoAccount />
    </Form>
  );
}

/** Links for people without a password or an account, as far as the operator allows them. */
function NoAccount() {
  const { identity, requests } = useTexts();
  const form = useQuery(registrationFormQuery);
  if (!form.data?.open && !form.data?.mail_is_on) return null;
  return (
    <Flex justify="space-between" gap={8} wrap style={{ marginTop: 16 }}>
      {form.data.mail_is_on && <Link to="/forgotten-password">{identity.forgotten}</Link>}
      {form.data.open && <Link to="/register">{requests.askAccount}</Link>}
      {form.data.open && <Link to="/register/status">{requests.toStatus}</Link>}
    </Flex>
  );
}

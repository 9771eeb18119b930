import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Flex, Form, Input, Typography } from "antd";
import { endWait } from "../api/patientFetch";
import { asProblem } from "../api/problem";
import { changeSession, sessionQuery, useSession } from "../api/session";
import { signInMethodsQuery } from "../api/sharedQueries";
import { beginSignIn, signIn as signInWithPassword } from "../api/signIn";
import type { Session } from "../api/types";
import { Dialog } from "../components/dialogs/Dialog";
import { ErrorState } from "../components/states/ErrorState";
import { PasskeyButton } from "../features/identity/PasskeyButton";
import { ReauthenticateWithProvider } from "../features/identity/ReauthenticateWithProvider";
import { SecondFactorForm } from "../features/identity/SecondFactorForm";
import { useTexts } from "../texts/language";

/** A dialog above the page whose session has ended. */
export default function SignInAgain() {
  const { frame, identity, general } = useTexts();
  const { username } = useSession().user;
  const queries = useQueryClient();
  const [form] = Form.useForm<{ password: string }>();
  const leave = () => {
    endWait(false);
    changeSession(queries, null);
  };
  const finish = (session: Session) => {
    if (session.must_change_password || session.must_enrol || session.user.username !== username) {
      endWait(false);
      changeSession(queries, session);
    } else {
      queries.setQueryData(sessionQuery.queryKey, session);
      endWait(true);
    }
  };
  const signIn = useMutation({
    mutationFn: (password: string) => signInWithPassword({ username, password }),
    onSuccess: finish,
  });
  if (signIn.isError && asProblem(signIn.error).code === "second_factor_needed")
    return (
      <Dialog title={identity.sessionOver} onCancel={leave} footer={null} mask={{ closable: false }} keyboard={false}>
        <SecondFactorForm onDone={finish} startAgain={signIn.reset} />
      </Dialog>
    );
  return (
    <Dialog
      title={identity.sessionOver}
      okText={identity.signIn}
      cancelText={frame.signOut}
      onOk={form.submit}
      onCancel={leave}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      confirmLoading={signIn.isPending}
      initialFocus="input[type=password]"
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={({ password }) => signIn.mutate(password)}>
        <Typography.Paragraph>{identity.sessionOverHint}</Typography.Paragraph>
        <Form.Item label={identity.username}>
          <Input value={username} readOnly autoComplete="username" aria-label={identity.username} />
        </Form.Item>
        <Form.Item name="password" label={identity.password} rules={[{ required: true, message: general.required }]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
      <Flex vertical gap={8}>
        <PasskeyButton onDone={finish} />
        <CompanyProviders onDone={finish} />
      </Flex>
      {signIn.isError && (
        <Flex vertical>
          <ErrorState error={signIn.error} />
        </Flex>
      )}
    </Dialog>
  );
}

/** The company's providers, each in a window beside the page. */
function CompanyProviders({ onDone }: { onDone: (session: Session) => void }) {
  const methods = useQuery(signInMethodsQuery);
  const links = methods.data?.providers.map(({ id, name }) => ({ provider_id: id, provider: name })) ?? [];
  return links.length > 0 ? <ReauthenticateWithProvider links={links} begin={beginSignIn} onDone={onDone} /> : null;
}

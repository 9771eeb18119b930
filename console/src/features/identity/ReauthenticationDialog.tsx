import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Flex, Form, Input, Typography } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { endWait } from "../../api/patientFetch";
import { changeSession, sessionQuery, useSession } from "../../api/session";
import type { Session } from "../../api/types";
import { Dialog } from "../../components/dialogs/Dialog";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";
import { factorsQuery } from "./factors";
import { PasskeyButton } from "./PasskeyButton";
import { linksQuery } from "./providers";
import { ReauthenticateWithProvider } from "./ReauthenticateWithProvider";

/** Asks for a recent sign-in above the page whose change needs it; then the change is repeated. */
export default function ReauthenticationDialog() {
  const { general, identity, security } = useTexts();
  const { username } = useSession().user;
  const queries = useQueryClient();
  const factors = useQuery({ ...factorsQuery, staleTime: 0 });
  const [form] = Form.useForm<{ typed: string }>();
  const links = useQuery({ ...linksQuery, staleTime: 0 });
  const byCode = Boolean(factors.data?.authenticator_app);
  const byPasskey = Boolean(factors.data?.passkeys.length);
  // People with a second factor use it; people without a password here use their provider.
  const providers = byCode || byPasskey ? [] : (links.data?.items ?? []).filter(({ enabled }) => enabled);
  const showsField = byCode || (!byPasskey && (links.data?.has_password ?? true));
  const finish = (session: Session) => {
    const samePerson = session.user.username === username;
    if (samePerson) queries.setQueryData(sessionQuery.queryKey, session);
    else changeSession(queries, session);
    endWait(samePerson);
  };
  const reauthenticate = useMutation({
    mutationFn: ({ typed }: { typed: string }) => {
      const body = byCode ? { code: typed.replace(/\s/g, "") } : { password: typed };
      return answer(client.POST("/api/v1/session/reauthentication", { body }));
    },
    onSuccess: finish,
  });
  // The dialog focuses its first field when it opens, so it waits until that field is known.
  if (factors.isPending || links.isPending) return null;
  return (
    <Dialog
      title={security.againTitle}
      okText={security.confirm}
      okButtonProps={{ style: showsField ? undefined : { display: "none" } }}
      onOk={form.submit}
      onCancel={() => endWait(false)}
      confirmLoading={reauthenticate.isPending}
    >
      <Flex vertical gap={12}>
        <Typography.Text>{security.againHint}</Typography.Text>
        {factors.isSuccess && showsField && (
          <Form form={form} layout="vertical" requiredMark={false} onFinish={reauthenticate.mutate}>
            <Form.Item
              name="typed"
              label={byCode ? security.code : identity.password}
              rules={[{ required: true, message: general.required }]}
            >
              {byCode ? (
                <Input autoComplete="one-time-code" inputMode="numeric" />
              ) : (
                <Input.Password autoComplete="current-password" />
              )}
            </Form.Item>
            <button type="submit" hidden aria-hidden tabIndex={-1} />
          </Form>
        )}
        {byPasskey && <PasskeyButton onDone={finish} />}
        {providers.length > 0 && <ReauthenticateWithProvider links={providers} onDone={finish} />}
        {reauthenticate.isError && <ErrorState error={reauthenticate.error} />}
      </Flex>
    </Dialog>
  );
}

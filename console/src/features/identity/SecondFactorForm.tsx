import { useMutation } from "@tanstack/react-query";
import { Button, Flex, Form, Input, Typography } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { passkeysWork, signInByPasskey } from "../../api/passkeys";
import { asProblem } from "../../api/problem";
import type { Session } from "../../api/types";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";

/** The second step of signing in: the app's code, a recovery code, or a passkey. */
export function SecondFactorForm({
  onDone,
  startAgain,
}: {
  onDone: (session: Session) => void;
  startAgain: () => void;
}) {
  const { security, general } = useTexts();
  const [recovery, setRecovery] = useState(false);
  const submit = useMutation({
    mutationFn: ({ typed }: { typed: string }) => {
      const body = recovery ? { recovery_code: typed } : { code: typed.replace(/\s/g, "") };
      return answer(client.POST("/api/v1/session/factor", { body }));
    },
    onSuccess: onDone,
  });
  const signInOver = submit.isError && asProblem(submit.error).code === "sign_in_over";
  return (
    <Form<{ typed: string }> key={String(recovery)} layout="vertical" requiredMark={false} onFinish={submit.mutate}>
      <Typography.Title level={1} style={{ marginTop: 0 }}>
        {security.secondTitle}
      </Typography.Title>
      <Typography.Paragraph>{recovery ? security.recoveryHint : security.secondHint}</Typography.Paragraph>
      <Form.Item
        name="typed"
        label={recovery ? security.recoveryCode : security.code}
        rules={[{ required: true, message: general.required }]}
      >
        <Input
          autoFocus
          autoComplete={recovery ? "off" : "one-time-code"}
          inputMode={recovery ? "text" : "numeric"}
          spellCheck={false}
        />
      </Form.Item>
      {submit.isError && (
        <Form.Item>
          <ErrorState error={submit.error} />
        </Form.Item>
      )}
      <Flex vertical gap={8}>
        {signInOver ? (
          <Button type="primary" block onClick={startAgain}>
            {security.startAgain}
          </Button>
        ) : (
          <Button type="primary" htmlType="submit" block loading={submit.isPending}>
            {security.confirm}
          </Button>
        )}
        <PasskeyButton onDone={onDone} />
        <Button type="link" onClick={() => setRecovery(!recovery)}>
          {recovery ? security.appInstead : security.recoveryInstead}
        </Button>
      </Flex>
    </Form>
  );
}

/** Signs in with a passkey, where the browser can. */
export function PasskeyButton({ onDone }: { onDone: (session: Session) => void }) {
  const { security } = useTexts();
  const signIn = useMutation({ mutationFn: signInByPasskey, onSuccess: onDone });
  if (!passkeysWork()) return null;
  return (
    <>
      <Button block loading={signIn.isPending} onClick={() => signIn.mutate()}>
        {security.passkeyUse}
      </Button>
      {signIn.isError && <ErrorState error={signIn.error} />}
    </>
  );
}

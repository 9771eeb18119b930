import { useQueryClient } from "@tanstack/react-query";
import { Alert, Button, Flex, Typography } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { changeSession, useSession } from "../../api/session";
import { useChange } from "../../components/page/useChange";
import { useTexts } from "../../texts/language";
import { PasswordForm } from "./PasswordForm";

/** Somebody who signed in with the initial secret must first choose a password. `secret`: as it was typed just now. */
export default function FirstPassword({ secret }: { secret: string | undefined }) {
  const { identity, frame } = useTexts();
  const { user } = useSession();
  const queries = useQueryClient();
  const signOut = useChange(() => answer(client.DELETE("/api/v1/session")), {
    onSuccess: () => changeSession(queries, null),
  });
  return (
    <Flex vertical gap={16}>
      <Typography.Title level={1} style={{ margin: 0 }}>
        {identity.changeTitle} <Typography.Text type="secondary">{user.username}</Typography.Text>
      </Typography.Title>
      <Alert type="info" showIcon title={identity.changeForced} />
      <PasswordForm currentLabel={identity.initialSecret} currentPassword={secret} />
      <Button type="link" onClick={() => signOut.mutate(undefined)}>
        {frame.signOut}
      </Button>
    </Flex>
  );
}

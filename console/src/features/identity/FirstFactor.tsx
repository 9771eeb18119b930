import { useQueryClient } from "@tanstack/react-query";
import { Alert, Button, Flex, Typography } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { hasHostName } from "../../api/passkeys";
import { changeSession, sessionQuery } from "../../api/session";
import { useChange } from "../../components/page/useChange";
import { useTitle } from "../../components/page/useTitle";
import { useTexts } from "../../texts/language";
import { FactorCards } from "./FactorCards";

/** Somebody of whom a second factor is demanded must first set one up. */
export default function FirstFactor() {
  const { security, frame } = useTexts();
  useTitle(security.enrolTitle);
  const queries = useQueryClient();
  const signOut = useChange(() => answer(client.DELETE("/api/v1/session")), {
    onSuccess: () => changeSession(queries, null),
  });
  return (
    <Flex vertical gap={16}>
      <Typography.Title level={1} style={{ margin: 0 }}>
        {security.enrolTitle}
      </Typography.Title>
      <Alert type="info" showIcon title={hasHostName() ? security.enrolHint : security.enrolApp} />
      <FactorCards onAdded={() => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })} />
      <Button type="link" onClick={() => signOut.mutate(undefined)}>
        {frame.signOut}
      </Button>
    </Flex>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Flex, Typography } from "antd";
import { useEffect, useRef } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { changeSession } from "../../api/session";
import { useChange } from "../../components/page/useChange";
import { useTitle } from "../../components/page/useTitle";
import { ErrorState } from "../../components/states/ErrorState";
import { Waiting } from "../../components/states/Waiting";
import { useTexts } from "../../texts/language";
import { AskingApplication } from "./AskingApplication";
import { decide, leaveFor, look, refuse } from "./authorization";

/** Asks for consent where it is needed, and leaves for the application with what was decided. */
export function AuthorizationQuestion({ request }: { request: string }) {
  const { applications } = useTexts();
  useTitle(applications.authorizeTitle);
  const waiting = useQuery({ queryKey: ["authorization", request], queryFn: () => look(request), gcTime: 0 });
  const deciding = useMutation({ mutationFn: (yes: boolean) => decide(request, yes), onSuccess: leaveFor });
  const refusing = useMutation({ mutationFn: () => refuse(request), onSuccess: leaveFor });
  const silent = new URLSearchParams(window.location.search).has("silent");
  const unasked = waiting.data && (silent || !waiting.data.consent_needed);
  const begun = useRef(false);
  const { mutate } = deciding;
  useEffect(() => {
    if (!unasked || begun.current) return;
    begun.current = true;
    mutate(false);
  }, [unasked, mutate]);
  if (waiting.isError) return <Failed error={waiting.error} />;
  if (!waiting.data) return <Waiting />;
  const failed = deciding.error ?? refusing.error;
  const gone = deciding.isSuccess || refusing.isSuccess || (unasked && !failed);
  if (gone)
    return (
      <Typography.Title level={1} style={{ fontSize: 20, margin: 0 }} aria-live="polite">
        {applications.goingOn}
      </Typography.Title>
    );
  const busy = deciding.isPending || refusing.isPending;
  return (
    <Flex vertical gap={16}>
      <AskingApplication waiting={waiting.data} />
      {failed && <ErrorState error={failed} />}
      <Flex gap={8} wrap>
        <Button type="primary" loading={deciding.isPending} disabled={busy} onClick={() => mutate(true)}>
          {waiting.data.consent_needed ? applications.allow : applications.signIn}
        </Button>
        <Button disabled={busy} onClick={() => refusing.mutate()}>
          {applications.cancel}
        </Button>
        <OtherAccount />
      </Flex>
    </Flex>
  );
}

/** Signs out here; the page then asks who is there, and the request goes on. */
function OtherAccount() {
  const { applications } = useTexts();
  const queries = useQueryClient();
  const leave = useChange(() => answer(client.DELETE("/api/v1/session")), {
    after: () => changeSession(queries, null),
  });
  return (
    <Button type="link" onClick={() => leave.mutate(undefined)}>
      {applications.otherAccount}
    </Button>
  );
}

function Failed({ error }: { error: unknown }) {
  const { applications } = useTexts();
  return (
    <>
      <Typography.Title level={1} style={{ fontSize: 20, marginTop: 0 }}>
        {applications.error}
      </Typography.Title>
      <ErrorState error={error} />
    </>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Flex, Typography } from "antd";
import { useEffect, useRef } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { changeSession } from "../../api/session";
import { useChange } from "../../components/page/useChange";
import { useTitle } from "../../components/page/useTitle";
import { ErrorState } from "../../components/states/ErrorState";
import { LoadingScreen } from "../../components/states/LoadingScreen";
import { useTexts } from "../../texts/language";
import { AskingApplication } from "./AskingApplication";
import { decide, goToApplication, readRequest, refuse } from "./authorization";

/** Asks for consent where it is needed, then goes to the application with the decision. */
export function AuthorizationQuestion({ request }: { request: string }) {
  const { applications } = useTexts();
  useTitle(applications.authorizeTitle);
  const requestQuery = useQuery({
    queryKey: ["authorization", request],
    queryFn: () => readRequest(request),
    gcTime: 0,
  });
  const decision = useMutation({ mutationFn: (yes: boolean) => decide(request, yes), onSuccess: goToApplication });
  const refusal = useMutation({ mutationFn: () => refuse(request), onSuccess: goToApplication });
  const silent = new URLSearchParams(window.location.search).has("silent");
  const needsNoConsent = requestQuery.data && (silent || !requestQuery.data.consent_needed);
  const started = useRef(false);
  const { mutate } = decision;
  useEffect(() => {
    if (!needsNoConsent || started.current) return;
    started.current = true;
    mutate(false);
  }, [needsNoConsent, mutate]);
  if (requestQuery.isError) return <RequestProblem error={requestQuery.error} />;
  if (!requestQuery.data) return <LoadingScreen />;
  const error = decision.error ?? refusal.error;
  const leaving = decision.isSuccess || refusal.isSuccess || (needsNoConsent && !error);
  if (leaving)
    return (
      <Typography.Title level={1} style={{ margin: 0 }} aria-live="polite">
        {applications.goingOn}
      </Typography.Title>
    );
  const busy = decision.isPending || refusal.isPending;
  return (
    <Flex vertical gap={16}>
      <AskingApplication request={requestQuery.data} />
      {error && <ErrorState error={error} />}
      <Flex gap={8} wrap>
        <Button type="primary" loading={decision.isPending} disabled={busy} onClick={() => mutate(true)}>
          {requestQuery.data.consent_needed ? applications.allow : applications.signIn}
        </Button>
        <Button disabled={busy} onClick={() => refusal.mutate()}>
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
  const signOut = useChange(() => answer(client.DELETE("/api/v1/session")), {
    onSuccess: () => changeSession(queries, null),
  });
  return (
    <Button type="link" onClick={() => signOut.mutate(undefined)}>
      {applications.otherAccount}
    </Button>
  );
}

function RequestProblem({ error }: { error: unknown }) {
  const { applications } = useTexts();
  return (
    <>
      <Typography.Title level={1} style={{ marginTop: 0 }}>
        {applications.error}
      </Typography.Title>
      <ErrorState error={error} />
    </>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Flex, Typography } from "antd";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { changeSession } from "../../api/session";
import type { WaitingSignOut } from "../../api/types";
import { useTitle } from "../../components/page/useTitle";
import { ErrorState } from "../../components/states/ErrorState";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { goToApplication } from "./authorization";

/** Where `/oauth2/logout` sends browsers: asks where it has to, signs out, and goes back to the application. */
export default function SignOutPage() {
  const { applications } = useTexts();
  useTitle(applications.signOutTitle);
  const [request] = useState(() => new URLSearchParams(window.location.search).get("request") ?? "");
  const requestQuery = useQuery({
    queryKey: ["session", "sign-out", request],
    queryFn: () => answer(client.POST("/api/v1/sign-out/waiting", { body: { request } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <QueryView query={requestQuery}>{(data) => <SignOutQuestion request={data} />}</QueryView>;
}

function SignOutQuestion({ request }: { request: WaitingSignOut }) {
  const { applications, frame } = useTexts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { location } = request;
  const signOut = useMutation({
    mutationFn: async () => {
      if (request.username !== null) await answer(client.DELETE("/api/v1/session"));
    },
    onSuccess: () => {
      changeSession(queries, null);
      if (location) goToApplication({ location });
    },
  });
  const started = useRef(false);
  const { mutate } = signOut;
  useEffect(() => {
    if (request.ask || started.current) return;
    started.current = true;
    mutate();
  }, [request.ask, mutate]);
  if (signOut.isSuccess || (!request.ask && !signOut.isError))
    return (
      <>
        <Title text={location ? applications.goingOn : applications.signedOut} />
        {!location && <Typography.Text type="secondary">{applications.signedOutHint}</Typography.Text>}
      </>
    );
  return (
    <Flex vertical gap={16}>
      <Title text={applications.signOutAsk(request.username ?? "")} />
      {request.application && <Typography.Text>{applications.signOutAsked(request.application)}</Typography.Text>}
      <Typography.Text type="secondary">{applications.signOutHint}</Typography.Text>
      {signOut.isError && <ErrorState error={signOut.error} />}
      <Flex gap={8} wrap>
        <Button type="primary" loading={signOut.isPending} onClick={() => mutate()}>
          {frame.signOut}
        </Button>
        <Button onClick={() => void navigate("/", { replace: true })}>{applications.staySignedIn}</Button>
      </Flex>
    </Flex>
  );
}

function Title({ text }: { text: string }) {
  return (
    <Typography.Title level={1} style={{ margin: 0, overflowWrap: "anywhere" }} aria-live="polite">
      {text}
    </Typography.Title>
  );
}

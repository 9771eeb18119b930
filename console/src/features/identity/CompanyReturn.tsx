import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Flex, Typography } from "antd";
import { useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { asProblem } from "../../api/problem";
import { changeSession } from "../../api/session";
import type { Session } from "../../api/types";
import { wayBack } from "../../api/wayBack";
import { useTitle } from "../../components/page/useTitle";
import { ErrorState } from "../../components/states/ErrorState";
import { Waiting } from "../../components/states/Waiting";
import { useTexts } from "../../texts/language";
import { ShowFactor } from "./ShowFactor";

/** What the provider put into the address. It is taken out at once, shown nowhere, and posted once. */
function takeFromAddress() {
  const params = new URLSearchParams(window.location.search);
  window.history.replaceState(null, "", window.location.pathname);
  const [code, iss, error] = ["code", "iss", "error"].map((name) => params.get(name));
  return { state: params.get("state") || "-", code, iss, error: error ?? (code ? null : "-") };
}

/** Where providers send browsers back to: ends a sign-in, a link, or a trial. */
export default function CompanyReturn() {
  const { identity } = useTexts();
  useTitle(identity.signInTitle);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const begun = useRef(false);
  const done = (session: Session) => {
    changeSession(queries, session);
    void navigate(wayBack(), { replace: true });
  };
  const back = useMutation({
    mutationFn: (body: ReturnType<typeof takeFromAddress>) =>
      answer(client.POST("/api/v1/session/provider-answer", { body })),
    onSuccess: ({ purpose, session }) => {
      if (session) done(session);
      else if (purpose === "link") void navigate("/security", { replace: true });
    },
  });
  const { mutate } = back;
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    mutate(takeFromAddress());
  }, [mutate]);
  if (back.data?.claims) return <Claims claims={back.data.claims} />;
  if (!back.isError) return <Waiting />;
  if (asProblem(back.error).code === "second_factor_needed")
    return <ShowFactor done={done} again={() => void navigate("/", { replace: true })} />;
  return (
    <Flex vertical gap={16}>
      <ErrorState error={back.error} />
      <Link to="/">{identity.toSignIn}</Link>
    </Flex>
  );
}

/** What the provider says of the administrator who tried it. Nobody was signed in. */
function Claims({ claims }: { claims: Record<string, unknown> }) {
  const { identity } = useTexts();
  return (
    <>
      <Typography.Title level={1} style={{ fontSize: 20, marginTop: 0 }}>
        {identity.trialTitle}
      </Typography.Title>
      <Typography.Paragraph>{identity.trialHint}</Typography.Paragraph>
      <pre style={{ overflowX: "auto" }}>{JSON.stringify(claims, null, 2)}</pre>
      <Link to="/">{identity.toConsole}</Link>
    </>
  );
}

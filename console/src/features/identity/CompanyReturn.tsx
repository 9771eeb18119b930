import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Flex, Typography } from "antd";
import { useEffect, useRef, useState } from "react";
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
import { Reason } from "./ProviderTest";
import { SHOWN_AGAIN } from "./providers";
import { ShowFactor } from "./ShowFactor";
import { TrialResult } from "./TrialResult";

/** What the provider put into the address. It is taken out at once, shown nowhere, and posted once. */
function takeFromAddress() {
  const params = new URLSearchParams(window.location.search);
  window.history.replaceState(null, "", window.location.pathname);
  const [code, iss, error] = ["code", "iss", "error"].map((name) => params.get(name));
  return { state: params.get("state") || "-", code, iss, error: error ?? (code ? null : "-") };
}

/** Tells pages that wait for somebody to show who it is. */
function tellOtherWindows() {
  const channel = new BroadcastChannel(SHOWN_AGAIN);
  channel.postMessage("done");
  channel.close();
}

/** True, once, in a window that such a page has opened beside it. */
function takeAside() {
  const aside = sessionStorage.getItem(SHOWN_AGAIN) !== null;
  sessionStorage.removeItem(SHOWN_AGAIN);
  return aside;
}

/** Where providers send browsers back to: ends a sign-in, a link, a trial, or showing once more who one is. */
export default function CompanyReturn() {
  const { companySignIn, identity } = useTexts();
  useTitle(identity.signInTitle);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const begun = useRef(false);
  const [finished, setFinished] = useState(false);
  const finish = () => {
    setFinished(true);
    window.close();
  };
  const done = (session: Session) => {
    tellOtherWindows();
    if (takeAside()) return finish();
    changeSession(queries, session);
    void navigate(wayBack(), { replace: true });
  };
  const back = useMutation({
    mutationFn: (body: ReturnType<typeof takeFromAddress>) =>
      answer(client.POST("/api/v1/session/provider-answer", { body })),
    onSuccess: ({ purpose, session }) => {
      if (purpose === "again") {
        tellOtherWindows();
        finish();
      } else if (session) done(session);
      else if (purpose === "link") void navigate("/security", { replace: true });
    },
  });
  const { mutate } = back;
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    mutate(takeFromAddress());
  }, [mutate]);
  if (back.data?.trial) return <TrialResult trial={back.data.trial} />;
  if (finished) return <Typography.Text>{companySignIn.againDone}</Typography.Text>;
  if (!back.isError) return <Waiting />;
  const problem = asProblem(back.error);
  if (problem.code === "second_factor_needed")
    return <ShowFactor done={done} again={() => void navigate("/", { replace: true })} />;
  return (
    <Flex vertical gap={16}>
      <ErrorState error={back.error} />
      {problem.extra.reason !== undefined && <Reason of={problem.extra} />}
      <Link to="/">{identity.toSignIn}</Link>
    </Flex>
  );
}

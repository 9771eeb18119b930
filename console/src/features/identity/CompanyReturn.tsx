import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Flex, Typography } from "antd";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { asProblem } from "../../api/problem";
import { takeReturnPath } from "../../api/returnPath";
import { changeSession } from "../../api/session";
import type { Session } from "../../api/types";
import { useTitle } from "../../components/page/useTitle";
import { ErrorState } from "../../components/states/ErrorState";
import { LoadingScreen } from "../../components/states/LoadingScreen";
import { useTexts } from "../../texts/language";
import { Reason } from "./ProviderTest";
import { REAUTHENTICATED } from "./providers";
import { SecondFactorForm } from "./SecondFactorForm";
import { TrialResult } from "./TrialResult";

/** The provider's parameters in the address. They are removed at once, shown nowhere, and posted once. */
function takeProviderParams() {
  const params = new URLSearchParams(window.location.search);
  window.history.replaceState(null, "", window.location.pathname);
  const [code, iss, error] = ["code", "iss", "error"].map((name) => params.get(name));
  return { state: params.get("state") || "-", code, iss, error: error ?? (code ? null : "-") };
}

/** Tells pages that wait for a new sign-in that it is done. */
function notifyOtherWindows() {
  const channel = new BroadcastChannel(REAUTHENTICATED);
  channel.postMessage("done");
  channel.close();
}

/** Whether this window is the pop-up of such a page; true only once. */
function takePopupMark() {
  const isPopup = sessionStorage.getItem(REAUTHENTICATED) !== null;
  sessionStorage.removeItem(REAUTHENTICATED);
  return isPopup;
}

/** Where providers send browsers back to: ends a sign-in, a link, a trial or a reauthentication. */
export default function CompanyReturn() {
  const { companySignIn, identity } = useTexts();
  useTitle(identity.signInTitle);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const started = useRef(false);
  const [finished, setFinished] = useState(false);
  const finish = () => {
    setFinished(true);
    window.close();
  };
  const finishSignIn = (session: Session) => {
    notifyOtherWindows();
    if (takePopupMark()) return finish();
    changeSession(queries, session);
    void navigate(takeReturnPath(), { replace: true });
  };
  const providerAnswer = useMutation({
    mutationFn: (body: ReturnType<typeof takeProviderParams>) =>
      answer(client.POST("/api/v1/session/provider-answer", { body })),
    onSuccess: ({ purpose, session }) => {
      if (purpose === "again") {
        notifyOtherWindows();
        finish();
      } else if (session) finishSignIn(session);
      else if (purpose === "link") void navigate("/security", { replace: true });
    },
  });
  const { mutate } = providerAnswer;
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    mutate(takeProviderParams());
  }, [mutate]);
  if (providerAnswer.data?.trial) return <TrialResult trial={providerAnswer.data.trial} />;
  if (finished) return <Typography.Text>{companySignIn.againDone}</Typography.Text>;
  if (!providerAnswer.isError) return <LoadingScreen />;
  const problem = asProblem(providerAnswer.error);
  if (problem.code === "second_factor_needed")
    return <SecondFactorForm onDone={finishSignIn} startAgain={() => void navigate("/", { replace: true })} />;
  return (
    <Flex vertical gap={16}>
      <ErrorState error={providerAnswer.error} />
      {problem.extra.reason !== undefined && <Reason failure={problem.extra} />}
      <Link to="/">{identity.toSignIn}</Link>
    </Flex>
  );
}

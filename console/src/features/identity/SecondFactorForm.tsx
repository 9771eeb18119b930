import { useState } from "react";
import { asProblem } from "../../api/problem";
import { showFactor } from "../../api/signIn";
import type { Session } from "../../api/types";
import { PlainButton } from "../../components/plain/PlainButton";
import { PlainField, PlainForm } from "../../components/plain/PlainForm";
import { PlainProblem } from "../../components/plain/PlainProblem";
import { useCall } from "../../components/plain/useCall";
import { useStartTexts } from "../../texts/startTexts";
import { PasskeyButton } from "./PasskeyButton";

interface SecondFactorFormProps {
  onDone: (session: Session) => void;
  startAgain: () => void;
}

/** The second step of signing in: the app's code, a recovery code, or a passkey. */
export function SecondFactorForm({ onDone, startAgain }: SecondFactorFormProps) {
  const { security } = useStartTexts();
  const [recovery, setRecovery] = useState(false);
  const call = useCall(
    (typed: string) => showFactor(recovery ? { recovery_code: typed } : { code: typed.replace(/\s/g, "") }),
    onDone,
  );
  const signInOver = call.error !== undefined && asProblem(call.error).code === "sign_in_over";
  return (
    <PlainForm key={String(recovery)} onSubmit={({ typed = "" }) => call.start(typed)}>
      <h1>{security.secondTitle}</h1>
      <p>{recovery ? security.recoveryHint : security.secondHint}</p>
      <PlainField
        name="typed"
        label={recovery ? security.recoveryCode : security.code}
        autoFocus
        autoComplete={recovery ? "off" : "one-time-code"}
        inputMode={recovery ? "text" : "numeric"}
        spellCheck={false}
      />
      {call.error !== undefined && <PlainProblem error={call.error} />}
      {signInOver ? (
        <PlainButton kind="primary" onClick={startAgain}>
          {security.startAgain}
        </PlainButton>
      ) : (
        <PlainButton kind="primary" type="submit" pending={call.pending}>
          {security.confirm}
        </PlainButton>
      )}
      <PasskeyButton onDone={onDone} />
      <PlainButton kind="link" onClick={() => setRecovery(!recovery)}>
        {recovery ? security.appInstead : security.recoveryInstead}
      </PlainButton>
    </PlainForm>
  );
}

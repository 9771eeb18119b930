import { passkeysWork, signInByPasskey } from "../../api/passkeys";
import type { Session } from "../../api/types";
import { PlainButton } from "../../components/plain/PlainButton";
import { PlainProblem } from "../../components/plain/PlainProblem";
import { useCall } from "../../components/plain/useCall";
import { useStartTexts } from "../../texts/startTexts";

/** Signs in with a passkey, where the browser can. */
export function PasskeyButton({ onDone }: { onDone: (session: Session) => void }) {
  const { security } = useStartTexts();
  const call = useCall<void, Session>(signInByPasskey, onDone);
  if (!passkeysWork()) return null;
  return (
    <>
      <PlainButton pending={call.pending} onClick={() => call.start()}>
        {security.passkeyUse}
      </PlainButton>
      {call.error !== undefined && <PlainProblem error={call.error} />}
    </>
  );
}

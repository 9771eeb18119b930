import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sessionQuery } from "../api/session";
import { LoadingScreen } from "../components/states/LoadingScreen";
import { AuthorizationError } from "../features/tokens/AuthorizationError";
import { AuthorizationQuestion } from "../features/tokens/AuthorizationQuestion";
import { SilentRefusal } from "../features/tokens/SilentRefusal";
import { PublicFrame } from "./PublicFrame";
import { Reauthentication } from "./Reauthentication";
import { RequireSession } from "./RequireSession";

/** Where `/oauth2/authorize` sends browsers: the whole sign-in, then consent, then on to the application. */
export default function AuthorizePage() {
  const [params] = useState(() => new URLSearchParams(window.location.search));
  const request = params.get("request");
  if (!request)
    return (
      <PublicFrame>
        <AuthorizationError code={params.get("error") ?? ""} />
      </PublicFrame>
    );
  return params.get("silent") ? (
    <SilentAuthorization request={request} />
  ) : (
    <InteractiveAuthorization request={request} />
  );
}

/** `prompt=none`: nobody is asked anything. */
function SilentAuthorization({ request }: { request: string }) {
  const session = useQuery(sessionQuery);
  if (session.isPending) return <LoadingScreen />;
  const ready = session.data && !session.data.must_change_password && !session.data.must_enrol;
  return (
    <PublicFrame>
      {ready ? <AuthorizationQuestion request={request} /> : <SilentRefusal request={request} />}
    </PublicFrame>
  );
}

function InteractiveAuthorization({ request }: { request: string }) {
  return (
    <RequireSession>
      {() => (
        <PublicFrame>
          <AuthorizationQuestion request={request} />
          <Reauthentication />
        </PublicFrame>
      )}
    </RequireSession>
  );
}

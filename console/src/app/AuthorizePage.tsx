import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sessionQuery } from "../api/session";
import { Waiting } from "../components/states/Waiting";
import { AuthorizationError } from "../features/tokens/AuthorizationError";
import { AuthorizationQuestion } from "../features/tokens/AuthorizationQuestion";
import { SilentRefusal } from "../features/tokens/SilentRefusal";
import { Doorway } from "./Doorway";
import { Entrance } from "./Entrance";
import { SessionOver } from "./SessionOver";

/** Where `/oauth2/authorize` sends browsers: the whole sign-in, then consent, then on to the application. */
export default function AuthorizePage() {
  const [asked] = useState(() => new URLSearchParams(window.location.search));
  const request = asked.get("request");
  if (!request)
    return (
      <Doorway>
        <AuthorizationError code={asked.get("error") ?? ""} />
      </Doorway>
    );
  return asked.get("silent") ? <Silent request={request} /> : <Asked request={request} />;
}

/** `prompt=none`: nobody is asked anything. */
function Silent({ request }: { request: string }) {
  const session = useQuery(sessionQuery);
  if (session.isPending) return <Waiting />;
  const ready = session.data && !session.data.must_change_password && !session.data.must_enrol;
  return <Doorway>{ready ? <AuthorizationQuestion request={request} /> : <SilentRefusal request={request} />}</Doorway>;
}

function Asked({ request }: { request: string }) {
  return (
    <Entrance>
      {() => (
        <Doorway>
          <AuthorizationQuestion request={request} />
          <SessionOver />
        </Doorway>
      )}
    </Entrance>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Flex } from "antd";
import { type ReactNode, useRef } from "react";
import { sessionQuery } from "../api/session";
import { ErrorState } from "../components/states/ErrorState";
import { Waiting } from "../components/states/Waiting";
import { FirstFactor } from "../features/identity/FirstFactor";
import { FirstPassword } from "../features/identity/FirstPassword";
import { SignIn } from "../features/identity/SignIn";
import { Doorway } from "./Doorway";
import { SessionOver } from "./SessionOver";

/** Asks who is there, step by step; shows what is inside once somebody has signed in, with a password of their own and
 * the factors that are demanded. The address does not change. */
export function Entrance({ children }: { children: (cameByTheDoor: boolean) => ReactNode }) {
  const session = useQuery(sessionQuery);
  const cameByTheDoor = useRef(false);
  const firstSecret = useRef<string>(undefined);
  if (session.isError) {
    return (
      <Flex justify="center" style={{ padding: 48 }}>
        <ErrorState error={session.error} retry={() => void session.refetch()} />
      </Flex>
    );
  }
  if (session.data === undefined) return <Waiting />;
  if (session.data === null || session.data.must_change_password || session.data.must_enrol)
    cameByTheDoor.current = true;
  if (!session.data?.must_change_password) firstSecret.current = undefined;
  if (session.data === null)
    return (
      <Doorway>
        <SignIn
          first={(secret) => {
            firstSecret.current = secret;
          }}
        />
      </Doorway>
    );
  if (session.data.must_change_password)
    return (
      <Doorway>
        <FirstPassword secret={firstSecret.current} />
      </Doorway>
    );
  if (session.data.must_enrol)
    return (
      <Doorway>
        <FirstFactor />
        <SessionOver />
      </Doorway>
    );
  return children(cameByTheDoor.current);
}

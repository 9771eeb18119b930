import { useQuery } from "@tanstack/react-query";
import { Flex } from "antd";
import { type ReactNode, useRef } from "react";
import { sessionQuery } from "../api/session";
import { ErrorState } from "../components/states/ErrorState";
import { LoadingScreen } from "../components/states/LoadingScreen";
import { FirstFactor } from "../features/identity/FirstFactor";
import { FirstPassword } from "../features/identity/FirstPassword";
import { SignIn } from "../features/identity/SignIn";
import { PublicFrame } from "./PublicFrame";
import { Reauthentication } from "./Reauthentication";

/** Signs people in, step by step; shows its children once somebody has signed in, with a password of their own and
 * the factors that are demanded. The address does not change. */
export function RequireSession({ children }: { children: (justSignedIn: boolean) => ReactNode }) {
  const session = useQuery(sessionQuery);
  const justSignedIn = useRef(false);
  const firstSecret = useRef<string>(undefined);
  if (session.isError) {
    return (
      <Flex justify="center" style={{ padding: 48 }}>
        <ErrorState error={session.error} retry={() => void session.refetch()} />
      </Flex>
    );
  }
  if (session.data === undefined) return <LoadingScreen />;
  if (session.data === null || session.data.must_change_password || session.data.must_enrol)
    justSignedIn.current = true;
  if (!session.data?.must_change_password) firstSecret.current = undefined;
  if (session.data === null)
    return (
      <PublicFrame>
        <SignIn
          onInitialSecret={(secret) => {
            firstSecret.current = secret;
          }}
        />
      </PublicFrame>
    );
  if (session.data.must_change_password)
    return (
      <PublicFrame>
        <FirstPassword secret={firstSecret.current} />
      </PublicFrame>
    );
  if (session.data.must_enrol)
    return (
      <PublicFrame>
        <FirstFactor />
        <Reauthentication />
      </PublicFrame>
    );
  return children(justSignedIn.current);
}

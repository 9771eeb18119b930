import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Flex } from "antd";
import { createContext, type ReactNode, Suspense, use, useRef } from "react";
import { changeSession, sessionQuery } from "../api/session";
import { ErrorState } from "../components/states/ErrorState";
import { LoadingScreen } from "../components/states/LoadingScreen";
import { SignIn } from "../features/identity/SignIn";
import { lazyScreen } from "./lazyScreen";
import { PublicFrame } from "./PublicFrame";
import { Reauthentication } from "./Reauthentication";

const FirstPassword = lazyScreen<{ secret: string | undefined }>(() => import("../features/identity/FirstPassword"));
const FirstFactor = lazyScreen(() => import("../features/identity/FirstFactor"));

/** Whether somebody has just signed in, before the console was loaded, and with which secret. */
export const SignInBefore = createContext<{ justSignedIn: boolean; initialSecret?: string }>({ justSignedIn: false });

/** Signs people in, step by step; shows its children once somebody has signed in, with a password of their own and
 * the factors that are demanded. The address does not change. */
export function RequireSession({ children }: { children: (justSignedIn: boolean) => ReactNode }) {
  const session = useQuery(sessionQuery);
  const queries = useQueryClient();
  const before = use(SignInBefore);
  const justSignedIn = useRef(before.justSignedIn);
  const firstSecret = useRef(before.initialSecret);
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
          onDone={(session, initialSecret) => {
            firstSecret.current = initialSecret;
            changeSession(queries, session);
          }}
        />
      </PublicFrame>
    );
  if (session.data.must_change_password)
    return (
      <PublicFrame>
        <Suspense fallback={<LoadingScreen />}>
          <FirstPassword secret={firstSecret.current} />
        </Suspense>
      </PublicFrame>
    );
  if (session.data.must_enrol)
    return (
      <PublicFrame>
        <Suspense fallback={<LoadingScreen />}>
          <FirstFactor />
        </Suspense>
        <Reauthentication />
      </PublicFrame>
    );
  return children(justSignedIn.current);
}

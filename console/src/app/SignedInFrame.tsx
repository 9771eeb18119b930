import { Suspense } from "react";
import { LoadingScreen } from "../components/states/LoadingScreen";
import { lazyScreen } from "./lazyScreen";
import { RequireSession } from "./RequireSession";

const Frame = lazyScreen<{ justSignedIn: boolean }>(() => import("./Frame"));

/** Shows the console to people who are signed in. */
export function SignedInFrame() {
  return (
    <RequireSession>
      {(justSignedIn) => (
        <Suspense fallback={<LoadingScreen />}>
          <Frame justSignedIn={justSignedIn} />
        </Suspense>
      )}
    </RequireSession>
  );
}

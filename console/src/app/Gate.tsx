import { Suspense } from "react";
import { Waiting } from "../components/states/Waiting";
import { Entrance } from "./Entrance";
import { lazyScreen } from "./lazyScreen";

const Frame = lazyScreen<{ justSignedIn: boolean }>(() => import("./Frame"));

/** Shows the console to people who are signed in. */
export function Gate() {
  return (
    <Entrance>
      {(cameByTheDoor) => (
        <Suspense fallback={<Waiting />}>
          <Frame justSignedIn={cameByTheDoor} />
        </Suspense>
      )}
    </Entrance>
  );
}

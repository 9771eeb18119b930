import { Suspense, useEffect, useSyncExternalStore } from "react";
import { registerSignInScreen, signInDemand } from "../api/patientFetch";
import { lazyScreen } from "./lazyScreen";

const SignInAgain = lazyScreen(() => import("./SignInAgain"));
const ShowAgain = lazyScreen(() => import("../features/identity/ReauthenticationDialog"));

/** Asks for the password again, above the page whose session has ended. Whatever was typed there is kept. */
export function Reauthentication() {
  useEffect(registerSignInScreen, []);
  const reason = useSyncExternalStore(signInDemand.subscribe, signInDemand.now);
  if (!reason) return null;
  return <Suspense>{reason === "over" ? <SignInAgain /> : <ShowAgain />}</Suspense>;
}

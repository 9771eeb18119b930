/** If a session ends while somebody works, requests wait until this person has signed in again, then are repeated. */

/** How long an answer may take, with its body. The center's own bounds end before (docs/operating.md). */
const PATIENCE_MS = 120_000;
const SESSION = "/api/v1/session";
type Resume = (signedIn: boolean) => void;

/** Why somebody has to sign in again: the session has ended, or the action needs a recent sign-in. */
export type SignInReason = "over" | "again";

let waitingRequests: Resume[] = [];
let signInReason: SignInReason = "again";
let canAskToSignIn = false;
const listeners = new Set<() => void>();

/** Whether and why somebody has to sign in again, for useSyncExternalStore. */
export const signInDemand = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  now: (): SignInReason | null => (waitingRequests.length > 0 ? signInReason : null),
};

/** Registers a screen that asks people to sign in again. Call the returned function when that screen is gone. */
export function registerSignInScreen(): () => void {
  canAskToSignIn = true;
  return () => {
    canAskToSignIn = false;
    endWait(false);
  };
}

/** Ends the wait: the requests are repeated (`signedIn`: the same person has signed in again), or fail as they did. */
export function endWait(signedIn: boolean): void {
  const requests = waitingRequests;
  waitingRequests = [];
  for (const resume of requests) resume(signedIn);
  for (const notify of listeners) notify();
}

/** `fetch` with a time limit. Every call to the center uses it. */
export function boundedFetch(request: Request | string, options: RequestInit = {}): Promise<Response> {
  return fetch(request, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) });
}

/** `fetch` that repeats a request which was refused only because the session had ended, or was too old for it. */
export async function patientFetch(request: Request): Promise<Response> {
  const copy = request.clone();
  const answer = await boundedFetch(request);
  if (answer.status !== 401 || !canAskToSignIn) return answer;
  const { code } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { code?: unknown };
  const ofSession = new URL(request.url).pathname.startsWith(SESSION);
  if (code !== "reauthentication_needed" && (code !== "not_signed_in" || ofSession)) return answer;
  if (code === "not_signed_in" || waitingRequests.length === 0)
    signInReason = code === "not_signed_in" ? "over" : "again";
  const signedIn = await new Promise<boolean>((resolve) => {
    waitingRequests = [...waitingRequests, resolve];
    for (const notify of listeners) notify();
  });
  return signedIn ? boundedFetch(copy) : answer;
}

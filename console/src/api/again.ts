/** If a session ends while somebody works, requests wait until this person has signed in again, then are repeated. */

const SESSION = "/api/v1/session";
type Waiting = (goOn: boolean) => void;

let waiting: Waiting[] = [];
let asked = false;
const listeners = new Set<() => void>();

/** Whether somebody has to sign in again, for useSyncExternalStore. */
export const signInWanted = {
  subscribe: (changed: () => void) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
  now: () => waiting.length > 0,
};

/** Registers a screen that asks people to sign in again. Call the returned function when that screen is gone. */
export function askToSignIn(): () => void {
  asked = true;
  return () => {
    asked = false;
    settle(false);
  };
}

/** Ends the wait: the requests are repeated (`goOn`: the same person has signed in again), or fail as they did. */
export function settle(goOn: boolean): void {
  const before = waiting;
  waiting = [];
  for (const one of before) one(goOn);
  for (const changed of listeners) changed();
}

/** `fetch` that repeats a request which was refused only because the session had ended. */
export async function patientFetch(request: Request): Promise<Response> {
  const again = request.clone();
  const answer = await fetch(request);
  if (answer.status !== 401 || !asked || new URL(request.url).pathname.startsWith(SESSION)) return answer;
  const { code } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { code?: unknown };
  if (code !== "not_signed_in") return answer;
  const goOn = await new Promise<boolean>((resolve) => {
    waiting = [...waiting, resolve];
    for (const changed of listeners) changed();
  });
  return goOn ? fetch(again) : answer;
}

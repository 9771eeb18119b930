/** If a session ends while somebody works, requests wait until this person has signed in again, then are repeated. */

/** How long an answer may take, with its body. The center's own bounds end before (docs/operating.md). */
const PATIENCE_MS = 120_000;
const SESSION = "/api/v1/session";
type Waiting = (goOn: boolean) => void;

/** Why somebody is asked: the session has ended, or what is done needs to know once more who is there. */
export type Wanted = "over" | "again";

let waiting: Waiting[] = [];
let wanted: Wanted = "again";
let asked = false;
const listeners = new Set<() => void>();

/** Whether and why somebody has to sign in again, for useSyncExternalStore. */
export const signInWanted = {
  subscribe: (changed: () => void) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
  now: (): Wanted | null => (waiting.length > 0 ? wanted : null),
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

/** `fetch` that ends. Whatever asks the center asks by it. */
export function boundedFetch(request: Request | string, options: RequestInit = {}): Promise<Response> {
  return fetch(request, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) });
}

/** `fetch` that repeats a request which was refused only because the session had ended, or was too old for it. */
export async function patientFetch(request: Request): Promise<Response> {
  const again = request.clone();
  const answer = await boundedFetch(request);
  if (answer.status !== 401 || !asked) return answer;
  const { code } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { code?: unknown };
  const own = new URL(request.url).pathname.startsWith(SESSION);
  if (code !== "reauthentication_needed" && (code !== "not_signed_in" || own)) return answer;
  if (code === "not_signed_in" || waiting.length === 0) wanted = code === "not_signed_in" ? "over" : "again";
  const goOn = await new Promise<boolean>((resolve) => {
    waiting = [...waiting, resolve];
    for (const changed of listeners) changed();
  });
  return goOn ? boundedFetch(again) : answer;
}

import { Problem } from "./problem";

interface CallResult<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** A change that the center carried out, and the revision from which brokers enforce it. */
export interface ChangeResult<T> {
  data: T;
  revision: number | null;
}

/** The body of a successful answer. Throws Problem otherwise. */
export async function answer<T>(call: Promise<CallResult<T>>): Promise<T> {
  return (await answerWithRevision(call)).data;
}

/** Like `answer`, together with the revision of the header X-Revision. */
export async function answerWithRevision<T>(call: Promise<CallResult<T>>): Promise<ChangeResult<T>> {
  const { data, error, response } = await call.catch((failure) => {
    // The browser's own message does not help, and is in the browser's language.
    throw new Problem(0, { code: failure?.name === "TimeoutError" ? "no_answer" : "unreachable" });
  });
  if (!response.ok) throw new Problem(response.status, isRecord(error) ? error : {});
  const revision = response.headers.get("X-Revision");
  return { data: data as T, revision: revision === null ? null : Number(revision) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

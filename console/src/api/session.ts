import { type QueryClient, queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { keepOnlyDraftsOf } from "./drafts";
import { Problem } from "./problem";
import { readSession } from "./signIn";
import type { Session } from "./types";

/** Who is signed in; null if nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: readSession,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The session inside the signed-in part of the console. What is about to leave the screen may be drawn once more after
 * it has ended: with the last one. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  const last = useRef(data);
  if (data) last.current = data;
  if (!last.current) throw new Problem(401, { code: "not_signed_in" });
  return last.current;
}

/** Reads the session again when an answer says that it is over, or that the initial secret must be changed first. */
export function noticeEndOfSession(queries: QueryClient, thrown: unknown): void {
  if (!(thrown instanceof Problem)) return;
  if (thrown.code === "not_signed_in" || thrown.code === "password_change_required") {
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }
}

/** Another person is signed in now, or nobody: drop everything that was read or typed before. */
export function changeSession(queries: QueryClient, session: Session | null): void {
  keepOnlyDraftsOf(session?.user.id ?? null);
  queries.setQueryData(sessionQuery.queryKey, session);
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0] });
}

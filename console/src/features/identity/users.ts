import { queryOptions } from "@tanstack/react-query";
import { answer, answerWithRevision } from "../../api/answer";
import { client } from "../../api/client";
import type { User } from "../../api/types";
import { ifMatchHeader } from "../../api/version";

/** Changes to users. */
export const setStatus = (user: User, status: "active" | "disabled") =>
  answerWithRevision(
    client.PATCH("/api/v1/users/{user_id}", {
      params: { path: { user_id: user.id }, header: ifMatchHeader(user) },
      body: { status },
    }),
  );

export const unlock = (user: User) =>
  answer(client.POST("/api/v1/users/{user_id}/unlock", { params: { path: { user_id: user.id } } }));

export const resetInitialSecret = (user: User) =>
  answer(client.POST("/api/v1/users/{user_id}/initial-secret", { params: { path: { user_id: user.id } } }));

export const invite = (user_id: number, email: string) =>
  answer(client.POST("/api/v1/users/{user_id}/invitation", { params: { path: { user_id } }, body: { email } }));

export const resetFactors = (user: User) =>
  answer(client.DELETE("/api/v1/users/{user_id}/factors", { params: { path: { user_id: user.id } } }));

/** The user's factors. If `reset` is not null, their removal waits for a second administrator. */
export const userFactorsQuery = (user: User) =>
  queryOptions({
    queryKey: ["users", user.id, "factors"],
    queryFn: () => answer(client.GET("/api/v1/users/{user_id}/factors", { params: { path: { user_id: user.id } } })),
  });

export const endSessions = (user: User) =>
  answer(client.DELETE("/api/v1/users/{user_id}/sessions", { params: { path: { user_id: user.id } } }));

/** Deletes a user with everything that belongs to it, as the reader has confirmed. */
export const deleteUser = (user: User) => {
  const params = { path: { user_id: user.id }, header: ifMatchHeader(user), query: { cascade: true } };
  return answer(client.DELETE("/api/v1/users/{user_id}", { params }));
};

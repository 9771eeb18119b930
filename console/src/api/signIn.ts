import { answer } from "./answer";
import { client } from "./client";
import { Problem } from "./problem";
import type { Session } from "./types";

/** Who is signed in; null if nobody is. */
export async function readSession(): Promise<Session | null> {
  try {
    return await answer(client.GET("/api/v1/session"));
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.status === 401) return null;
    throw thrown;
  }
}

export const signIn = (body: { username: string; password: string }): Promise<Session> =>
  answer(client.POST("/api/v1/session", { body }));

/** The second step: the app's code, or a recovery code. */
export const showFactor = (body: { code: string } | { recovery_code: string }): Promise<Session> =>
  answer(client.POST("/api/v1/session/factor", { body }));

/** How people sign in here, and what else the page offers to those without a session. */
export const readSignInMethods = () => answer(client.GET("/api/v1/session/providers"));

/** Where the browser goes to sign in with a provider. */
export const beginSignIn = (provider_id: number) =>
  answer(client.POST("/api/v1/session/providers/{provider_id}", { params: { path: { provider_id } } }));

import { queryOptions } from "@tanstack/react-query";
import { answer, answerWithRevision } from "../../api/answer";
import { client } from "../../api/client";
import type { ScopePart } from "./ScopeFields";

/** A user's client secrets and API tokens. */
export const secretsQuery = (id: number) =>
  queryOptions({
    queryKey: ["users", id, "client-secrets"],
    queryFn: () => answer(client.GET("/api/v1/users/{user_id}/client-secrets", { params: { path: { user_id: id } } })),
  });

/** `days`: null means until it is deleted; `networks`: null, from everywhere. */
export const createSecret = (id: number, body: { days: number | null; networks: string[] | null }) =>
  answer(client.POST("/api/v1/users/{user_id}/client-secrets", { params: { path: { user_id: id } }, body }));

/** Revoking returns the revision that brokers have to reach. */
export const deleteSecret = (id: number, secretId: number) =>
  answerWithRevision(
    client.DELETE("/api/v1/users/{user_id}/client-secrets/{secret_id}", {
      params: { path: { user_id: id, secret_id: secretId } },
    }),
  );

/** Public keys of a service. */
export const keysQuery = (id: number) =>
  queryOptions({
    queryKey: ["users", id, "keys"],
    queryFn: () => answer(client.GET("/api/v1/users/{user_id}/keys", { params: { path: { user_id: id } } })),
  });

type KeyValues = { name: string; days: number | null; networks: string[] | null } & (
  | { pem: string }
  | { jwk: Record<string, unknown> }
);

export const registerKey = (id: number, body: KeyValues) =>
  answer(client.POST("/api/v1/users/{user_id}/keys", { params: { path: { user_id: id } }, body }));

export const deleteKey = (id: number, key: number) =>
  answerWithRevision(
    client.DELETE("/api/v1/users/{user_id}/keys/{key_id}", { params: { path: { user_id: id, key_id: key } } }),
  );

export const tokensQuery = (id: number) =>
  queryOptions({
    queryKey: ["users", id, "tokens"],
    // The newest first. One page is enough: hardly anybody has more than a hundred that have not expired.
    queryFn: () =>
      answer(
        client.GET("/api/v1/users/{user_id}/tokens", {
          params: { path: { user_id: id }, query: { sort: "-id", limit: 500 } },
        }),
      ),
  });

interface TokenValues {
  name: string;
  days: number;
  audiences: string[];
  networks: string[] | null;
  scope: ScopePart[] | null;
}

export const createToken = (id: number, body: TokenValues) =>
  answer(client.POST("/api/v1/users/{user_id}/tokens", { params: { path: { user_id: id } }, body }));

/** The center's address as in its tokens (`iss`), which is also the audience of tokens for its API. */
export const issuerQuery = queryOptions({
  queryKey: ["issuer"],
  queryFn: async () => {
    const metadata = await answer(client.GET("/.well-known/oauth-authorization-server"));
    return String(metadata.issuer);
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export const revokeToken = (id: number, tokenId: number) =>
  answerWithRevision(
    client.DELETE("/api/v1/users/{user_id}/tokens/{token_id}", {
      params: { path: { user_id: id, token_id: tokenId } },
    }),
  );

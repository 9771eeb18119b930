import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { EncryptionKey, EncryptionKeyVersion } from "../../api/types";
import { ifMatchHeader } from "../../api/version";
import type { PolicyResource } from "./policies";

/** What the form of a new key or version holds. */
export interface KeyHalf {
  algorithm?: EncryptionKeyVersion["algorithm"];
  public_key?: string;
}

/** Problem code → field, where the center names none. */
export const HALF_FIELDS = { invalid_key: "public_key", weak_key: "public_key", private_key_sent: "public_key" };

/** The keys of a namespace or topic. Only who administers or audits it may list them. */
export const keysQuery = ({ type, id }: PolicyResource) =>
  queryOptions({
    queryKey: ["resources", type, id, "encryption-keys"],
    queryFn: () =>
      type === "namespace"
        ? answer(
            client.GET("/api/v1/namespaces/{namespace_id}/encryption-keys", { params: { path: { namespace_id: id } } }),
          )
        : answer(client.GET("/api/v1/topics/{topic_id}/encryption-keys", { params: { path: { topic_id: id } } })),
  });

/** Makes a key, which producers take from then on. */
export function createKey({ type, id }: PolicyResource, name: string, half: KeyHalf): Promise<EncryptionKey> {
  const body = { name, ...half };
  return type === "namespace"
    ? answer(
        client.POST("/api/v1/namespaces/{namespace_id}/encryption-keys", {
          params: { path: { namespace_id: id } },
          body,
        }),
      )
    : answer(client.POST("/api/v1/topics/{topic_id}/encryption-keys", { params: { path: { topic_id: id } }, body }));
}

/** Adds a version, which producers take from then on. */
export function rotateKey({ type, id }: PolicyResource, key: EncryptionKey, body: KeyHalf): Promise<EncryptionKey> {
  const [header, key_name] = [ifMatchHeader(key), key.name];
  return type === "namespace"
    ? answer(
        client.POST("/api/v1/namespaces/{namespace_id}/encryption-keys/{key_name}/versions", {
          params: { path: { namespace_id: id, key_name }, header },
          body,
        }),
      )
    : answer(
        client.POST("/api/v1/topics/{topic_id}/encryption-keys/{key_name}/versions", {
          params: { path: { topic_id: id, key_name }, header },
          body,
        }),
      );
}

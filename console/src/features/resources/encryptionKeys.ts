import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import {
  type EncryptionKey,
  type EncryptionKeyVersion,
  type KeyDestruction,
  type KeyFetch,
  typeNumber,
} from "../../api/types";
import { ifMatchHeader } from "../../api/version";
import type { ListPage, PageQuery } from "../../components/lists/listPage";
import type { PolicyResource } from "./policies";

/** What the form of a new key or version holds. */
export interface KeyHalf {
  algorithm?: EncryptionKeyVersion["algorithm"];
  public_key?: string;
  private_key?: string;
}

/** A version of a key of a place. */
export interface VersionRef {
  place: PolicyResource;
  encryptionKey: EncryptionKey;
  number: number;
}

/** Problem code → field, where the center names none. */
export const HALF_FIELDS = {
  invalid_key: "public_key",
  weak_key: "public_key",
  private_key_sent: "public_key",
  invalid_key_pair: "private_key",
};

const KEYS = "/api/v1/namespaces/{namespace_id}/encryption-keys";
const KEY = `${KEYS}/{key_name}` as const;
const DESTRUCTION = `${KEY}/versions/{number}/destruction` as const;

/** The same path for a topic: both kinds of places have the same routes. */
function pathFor<P extends string>({ type }: PolicyResource, path: P): P {
  return (type === "namespace" ? path : path.replace("/namespaces/", "/topics/")) as P;
}

const keyParams = (place: PolicyResource, key: EncryptionKey) => ({
  path: { namespace_id: place.id, key_name: key.name },
  header: ifMatchHeader(key),
});

const versionParams = ({ place, encryptionKey, number }: VersionRef, seen: { version: string } = encryptionKey) => ({
  path: { namespace_id: place.id, key_name: encryptionKey.name, number },
  header: ifMatchHeader(seen),
});

/** The keys of a namespace or topic. Only who administers or audits it may list them. */
export const keysQuery = (place: PolicyResource) =>
  queryOptions({
    queryKey: ["resources", place.type, place.id, "encryption-keys"],
    queryFn: () => answer(client.GET(pathFor(place, KEYS), { params: { path: { namespace_id: place.id } } })),
  });

/** What the audit says of the keys of the place itself, and of those below it. */
export function keyReportQuery({ type, id }: PolicyResource) {
  const query = { res_type: typeNumber(type), res_id: id, limit: 100 };
  return queryOptions({
    queryKey: ["key report", type, id],
    queryFn: () => answer(client.GET("/api/v1/encryption-keys/report", { params: { query } })),
  });
}

/** Makes a key, which producers take from then on. */
export function createKey(place: PolicyResource, name: string, half: KeyHalf): Promise<EncryptionKey> {
  const params = { path: { namespace_id: place.id } };
  return answer(client.POST(pathFor(place, KEYS), { params, body: { name, ...half } }));
}

/** Adds a version, which producers take from then on. */
export function rotateKey(place: PolicyResource, key: EncryptionKey, body: KeyHalf): Promise<EncryptionKey> {
  return answer(client.POST(pathFor(place, `${KEY}/versions`), { params: keyParams(place, key), body }));
}

/** Lets the center rotate the key when its version is so many days old; null: by hand alone. */
export function scheduleKey(place: PolicyResource, key: EncryptionKey, days: number | null): Promise<EncryptionKey> {
  const body = { rotate_days: days };
  return answer(client.PATCH(pathFor(place, KEY), { params: keyParams(place, key), body }));
}

/** Who fetched which half of which version, and when last. */
export function loadFetches(place: PolicyResource, key: EncryptionKey, query: PageQuery): Promise<ListPage<KeyFetch>> {
  const { path } = keyParams(place, key);
  return answer(client.GET(pathFor(place, `${KEY}/fetches`), { params: { path, query } }));
}

/** What destroying a version would mean; asks the clusters of a topic. */
export function destructionQuery(version: VersionRef) {
  const { path } = versionParams(version);
  return queryOptions({
    queryKey: ["key destruction", version.place.type, path],
    queryFn: () => answer(client.GET(pathFor(version.place, DESTRUCTION), { params: { path } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

/** Asks for the destruction; another person has to confirm it. */
export function askDestruction(version: VersionRef, reason: string): Promise<KeyDestruction> {
  const params = versionParams(version);
  return answer(client.POST(pathFor(version.place, DESTRUCTION), { params, body: { reason } }));
}

/** Destroys the version, as the second person. `seen`: what the reader saw of the key. */
export function confirmDestruction(version: VersionRef, seen?: { version: string }): Promise<EncryptionKey> {
  const params = versionParams(version, seen);
  return answer(client.POST(pathFor(version.place, `${DESTRUCTION}/confirm`), { params }));
}

/** Keeps the version. */
export function withdrawDestruction(version: VersionRef): Promise<EncryptionKey> {
  return answer(client.DELETE(pathFor(version.place, DESTRUCTION), { params: versionParams(version) }));
}

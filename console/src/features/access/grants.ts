import { answer, type Changed, changed } from "../../api/answer";
import { client } from "../../api/client";
import type { paths } from "../../api/schema.gen";
import type { Grant } from "../../api/types";
import { asSeen } from "../../api/version";
import type { Wanted } from "./matrix";

/** Reading and changing grants. Changes return the revision that brokers have to reach. */
export interface GrantContent {
  authorities: number[];
  valid_from: number | null;
  valid_until: number | null;
  limits: Grant["limits"];
  remark: string | null;
}

export const give = (roleId: number, resType: number, resId: number, content: GrantContent): Promise<Changed<Grant>> =>
  changed(client.POST("/api/v1/grants", { body: { role_id: roleId, res_type: resType, res_id: resId, ...content } }));

const seen = (grant: Grant) => ({ path: { grant_id: grant.id }, header: asSeen(grant) });

export const change = (grant: Grant, content: GrantContent): Promise<Changed<Grant>> =>
  changed(client.PATCH("/api/v1/grants/{grant_id}", { params: seen(grant), body: content }));

export const revoke = (grant: Grant) => changed(client.DELETE("/api/v1/grants/{grant_id}", { params: seen(grant) }));

/** The grants on a resource, then, within a page, those that it inherits. */
export const onResource = (resType: number, resId: number) => (page: { limit: number; cursor?: string; q?: string }) =>
  answer(
    client.GET("/api/v1/grants", {
      params: { query: { ...page, res_type: resType, res_id: resId, inherited: true } },
    }),
  ).then((list) => ({ ...list, items: list.items.toSorted((one, other) => +one.inherited - +other.inherited) }));

export const ofUser = (userId: number) => (page: { limit: number; cursor?: string; q?: string }) =>
  answer(client.GET("/api/v1/grants", { params: { query: { ...page, user_id: userId } } }));

export const ofRole = (roleId: number) => (page: { limit: number; cursor?: string; q?: string }) =>
  answer(client.GET("/api/v1/grants", { params: { query: { ...page, role_id: roleId } } }));

/** `whose`: `me`, or the id of a user. */
export const givenBy = (whose: string) => (page: { limit: number; cursor?: string; q?: string }) =>
  answer(client.GET("/api/v1/grants", { params: { query: { ...page, given_by: whose } } }));

export const givenTo = (whose: string) => (page: { limit: number; cursor?: string; q?: string }) =>
  answer(client.GET("/api/v1/grants", { params: { query: { ...page, given_to: whose } } }));

/** Every grant that matches the filter. */
export const filtered =
  (filter: NonNullable<paths["/api/v1/grants"]["get"]["parameters"]["query"]>) =>
  (page: { limit: number; cursor?: string; q?: string }) =>
    answer(client.GET("/api/v1/grants", { params: { query: { ...page, ...filter } } }));

/** Every grant of a role that the caller may see, as far as one page goes. */
export const allOfRole = async (roleId: number): Promise<Grant[]> =>
  (await answer(client.GET("/api/v1/grants", { params: { query: { role_id: roleId, limit: 500 } } }))).items;

/** Gives, changes and revokes grants as one change, or not at all. */
export const changeMany = (wanted: Wanted) => changed(client.POST("/api/v1/grants/bulk", { body: wanted }));

/** Asks whether the center would revoke these, without changing anything. Throws Problem if not. */
export const tryToRevoke = (revoke: Wanted["revoke"]) =>
  answer(
    client.POST("/api/v1/grants/bulk", {
      params: { query: { dry_run: "true" } },
      body: { grant: [], change: [], revoke },
    }),
  );

/** Revokes all grants that a user gave, up to 500 at a time; returns the last revision. */
export async function takeBackAll(userId: number): Promise<number | null> {
  let revision: number | null = null;
  for (;;) {
    const query = { given_by: String(userId), limit: 500 };
    const { items } = await answer(client.GET("/api/v1/grants", { params: { query } }));
    if (items.length === 0) return revision;
    const revoke = items.map(({ id, version }) => ({ id, version }));
    revision = (await changeMany({ grant: [], change: [], revoke })).revision;
  }
}

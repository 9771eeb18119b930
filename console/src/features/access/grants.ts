import { answer, answerWithRevision, type ChangeResult } from "../../api/answer";
import { client } from "../../api/client";
import type { components, paths } from "../../api/schema.gen";
import type { Grant } from "../../api/types";
import { ifMatchHeader } from "../../api/version";
import type { GrantChanges } from "./matrix";

/** Reading and changing grants. Changes return the revision that brokers have to reach. */
type NewGrant = components["schemas"]["NewGrant"];
export type GrantContent = Omit<NewGrant, "role_id" | "user_id" | "res_type" | "resource_type" | "res_id">;

export const createGrant = (
  roleId: number,
  resType: number,
  resId: number,
  content: GrantContent,
): Promise<ChangeResult<Grant>> =>
  answerWithRevision(
    client.POST("/api/v1/grants", { body: { role_id: roleId, res_type: resType, res_id: resId, ...content } }),
  );

const grantParams = (grant: Grant) => ({ path: { grant_id: grant.id }, header: ifMatchHeader(grant) });

export const changeGrant = (grant: Grant, content: GrantContent): Promise<ChangeResult<Grant>> =>
  answerWithRevision(client.PATCH("/api/v1/grants/{grant_id}", { params: grantParams(grant), body: content }));

export const revokeGrant = (grant: Grant) =>
  answerWithRevision(client.DELETE("/api/v1/grants/{grant_id}", { params: grantParams(grant) }));

/** The grants on a resource, then, within a page, those that it inherits. */
export const loadResourceGrants =
  (resType: number, resId: number) => (page: { limit: number; cursor?: string; q?: string }) =>
    answer(
      client.GET("/api/v1/grants", {
        params: { query: { ...page, res_type: resType, res_id: resId, inherited: true } },
      }),
    ).then((list) => ({ ...list, items: list.items.toSorted((a, b) => +a.inherited - +b.inherited) }));

export const loadUserGrants = (userId: number) => (page: { limit: number; cursor?: string; q?: string }) =>
  answer(client.GET("/api/v1/grants", { params: { query: { ...page, user_id: userId } } }));

export const loadRoleGrants = (roleId: number) => (page: { limit: number; cursor?: string; q?: string }) =>
  answer(client.GET("/api/v1/grants", { params: { query: { ...page, role_id: roleId } } }));

/** `whose`: `me`, or the id of a user. */
export const loadGrantsGivenBy = (whose: string) => (page: { limit: number; cursor?: string; q?: string }) =>
  answer(client.GET("/api/v1/grants", { params: { query: { ...page, given_by: whose } } }));

export const loadGrantsGivenTo = (whose: string) => (page: { limit: number; cursor?: string; q?: string }) =>
  answer(client.GET("/api/v1/grants", { params: { query: { ...page, given_to: whose } } }));

/** Every grant that matches the filter. */
export const loadFilteredGrants =
  (filter: NonNullable<paths["/api/v1/grants"]["get"]["parameters"]["query"]>) =>
  (page: { limit: number; cursor?: string; q?: string }) =>
    answer(client.GET("/api/v1/grants", { params: { query: { ...page, ...filter } } }));

/** Gives, changes and revokes grants as one change, or not at all. */
export const changeGrants = (changes: GrantChanges) =>
  answerWithRevision(client.POST("/api/v1/grants/bulk", { body: changes }));

/** Asks whether the center would revoke these, without changing anything. Throws Problem if not. */
export const checkRevocation = (revoke: GrantChanges["revoke"]) =>
  answer(
    client.POST("/api/v1/grants/bulk", {
      params: { query: { dry_run: "true" } },
      body: { grant: [], change: [], revoke },
    }),
  );

/** Revokes all grants that a user gave, up to 500 at a time; returns the last revision. */
export async function revokeAllGivenBy(userId: number): Promise<number | null> {
  let revision: number | null = null;
  for (;;) {
    const query = { given_by: String(userId), limit: 500 };
    const { items } = await answer(client.GET("/api/v1/grants", { params: { query } }));
    if (items.length === 0) return revision;
    const revoke = items.map(({ id, version }) => ({ id, version }));
    revision = (await changeGrants({ grant: [], change: [], revoke })).revision;
  }
}

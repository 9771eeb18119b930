import { answer, type Changed, changed } from "../../api/answer";
import { client } from "../../api/client";
import type { Grant } from "../../api/types";
import { asSeen } from "../../api/version";

/** What this feature does to grants. Changes answer the revision that brokers have to reach. */
export interface GrantContent {
  authorities: number[];
  valid_from: number | null;
  valid_until: number | null;
  remark: string | null;
}

export const give = (roleId: number, resType: number, resId: number, content: GrantContent): Promise<Changed<Grant>> =>
  changed(client.POST("/api/v1/grants", { body: { role_id: roleId, res_type: resType, res_id: resId, ...content } }));

const seen = (grant: Grant) => ({ path: { grant_id: grant.id }, header: asSeen(grant) });

export const change = (grant: Grant, content: GrantContent): Promise<Changed<Grant>> =>
  changed(client.PATCH("/api/v1/grants/{grant_id}", { params: seen(grant), body: content }));

export const revoke = (grant: Grant) => changed(client.DELETE("/api/v1/grants/{grant_id}", { params: seen(grant) }));

/** The grants on a resource, then (within a page) those it inherits. */
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

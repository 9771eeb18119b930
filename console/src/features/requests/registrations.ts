import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Registration } from "../../api/types";
import { ifMatchHeader } from "../../api/version";
import type { PageQuery } from "../../components/lists/listPage";

/** Reading and changing requests for accounts. */
export interface NewRegistration {
  username: string;
  nick?: string;
  contact: string;
  group_name: string;
  tenant_name?: string;
  cluster?: string;
  reason: string;
}

export interface ApprovedAccount {
  username: string;
  nick: string | null;
  group_name: string | null;
  tenant_name: string | null;
  cluster_ids: number[];
  authorities: number[];
  comment: string | null;
}

export const register = (body: NewRegistration) => answer(client.POST("/api/v1/registrations", { body }));

export const readStatus = (receipt: string) =>
  answer(client.POST("/api/v1/registrations/status", { body: { receipt } }));

export const collectSecret = (receipt: string) =>
  answer(client.POST("/api/v1/registrations/secret", { body: { receipt } }));

export type RegistrationState = Registration["state"];

export const listRegistrations = (state: RegistrationState | undefined) => (query: PageQuery) =>
  answer(client.GET("/api/v1/registrations", { params: { query: { ...query, state, sort: "-id" } } }));

export const approveAccount = (row: Registration, body: ApprovedAccount) =>
  answer(
    client.POST("/api/v1/registrations/{registration_id}/approve", {
      params: { path: { registration_id: row.id }, header: ifMatchHeader(row) },
      body,
    }),
  );

/** Approves exactly what was asked for. */
export const approveAsAsked = (row: Registration, comment: string | null) =>
  approveAccount(row, {
    username: row.username,
    nick: row.nick ?? null,
    group_name: row.group_name,
    tenant_name: row.tenant_name ?? null,
    cluster_ids: row.cluster_id ? [row.cluster_id] : [],
    authorities: [],
    comment,
  });

export const refuseAccount = (row: Registration, comment: string) =>
  answer(
    client.POST("/api/v1/registrations/{registration_id}/refuse", {
      params: { path: { registration_id: row.id }, header: ifMatchHeader(row) },
      body: { comment },
    }),
  );

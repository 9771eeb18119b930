import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { paths } from "../../api/schema.gen";
import type { PageQuery } from "../../components/lists/listPage";

/** What the audit counted: use of grants, creep, denied attempts; and its runs. */
type Query<P extends "/api/v1/usage" | "/api/v1/audit/creep" | "/api/v1/audit/denials"> = NonNullable<
  paths[P]["get"]["parameters"]["query"]
>;
export type UsageFilter = Pick<Query<"/api/v1/usage">, "tenant_id" | "status">;
export type CreepFilter = Pick<Query<"/api/v1/audit/creep">, "tenant" | "scope_type">;
export type DenialFilter = Pick<Query<"/api/v1/audit/denials">, "tenant" | "user">;
export type CreepSort = "weight" | "-weight";
export type DenialSort = "id" | "-id" | CreepSort;

export const TABS = ["grants", "creep", "denials", "runs"] as const;
export const SCOPES = ["tenant", "role", "user"] as const;
export const STATUSES = ["unused", "redundant", "essential", "used", "unknown"] as const;

export const listUsage = (filter: UsageFilter) => (page: PageQuery) =>
  answer(client.GET("/api/v1/usage", { params: { query: { ...page, ...filter } } }));

export const listCreep =
  (filter: CreepFilter) =>
  ({ sort = "-weight", ...page }: PageQuery<CreepSort>) =>
    answer(client.GET("/api/v1/audit/creep", { params: { query: { ...page, ...filter, sort } } }));

/** The lines of a run come by day: the last ones are the newest. */
export const listDenials =
  (filter: DenialFilter) =>
  ({ sort = "-id", ...page }: PageQuery<DenialSort>) =>
    answer(client.GET("/api/v1/audit/denials", { params: { query: { ...page, ...filter, sort } } }));

/** The runs, newest first. */
export const listRuns = ({ limit, cursor }: PageQuery) =>
  answer(client.GET("/api/v1/audit/runs", { params: { query: { limit, cursor, sort: "-id" } } }));

/** A time for a table of a spreadsheet. */
export const utc = (at: number | null | undefined) => (at ? new Date(at).toISOString() : null);

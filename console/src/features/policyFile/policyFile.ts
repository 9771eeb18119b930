import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { PolicyPlan } from "../../api/types";

/** What a file can be the whole truth of. Of one tenant, users, groups and roles are only named. */
export const kindsToPrune = (tenant: string | undefined) =>
  tenant === undefined
    ? (["users", "groups", "roles", "resources", "grants"] as const)
    : (["resources", "grants"] as const);
export type Prunable = ReturnType<typeof kindsToPrune>[number];

/** A file as it is planned and applied. `tenant`: only what is there; without one the whole center. */
export interface PolicyFile {
  tenant: string | undefined;
  text: string;
  /** What is deleted unless the file names it. */
  prune: Prunable[];
}

export interface Applied {
  revision: number;
  changes: number;
}

/** The present policy as a file. Read again only when asked to: somebody may be reading it. */
export const policyQuery = (tenant: string | undefined) =>
  queryOptions({
    queryKey: ["policy", tenant],
    queryFn: () => answer(client.GET("/api/v1/policy", { params: { query: { tenant } }, parseAs: "text" })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** What applying the file would change. */
export const planFile = (file: PolicyFile) => answer(client.POST("/api/v1/policy/plan", request(file, {})));

/** Makes the changes of the plan, in parts where they are many; refused when rights have changed since the plan.
 * `onPart` is told how many are made. */
export async function applyFile(file: PolicyFile, plan: PolicyPlan, onPart: (done: number) => void): Promise<Applied> {
  let { revision, remaining } = plan;
  let deletions = plan.deletes_resources.length;
  let changes = 0;
  do {
    const query = { revision, confirm_deletions: deletions, in_parts: true };
    const made = await answer(client.POST("/api/v1/policy/apply", request(file, query)));
    ({ revision, remaining } = made);
    deletions -= made.deletes_resources.length;
    changes += made.changes.length;
    onPart(changes);
  } while (remaining > 0);
  return { revision, changes };
}

function request<Q extends object>({ tenant, text, prune }: PolicyFile, query: Q) {
  return {
    params: { query: { tenant, prune: prune.join(","), ...query } },
    body: text,
    bodySerializer: (body: string) => body,
    headers: { "Content-Type": "application/yaml" },
  };
}

import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { AccessRequest, AccessRequestDetail } from "../../api/types";
import { ifMatchHeader } from "../../api/version";
import type { PageQuery } from "../../components/lists/listPage";

/** Reading and changing requests for rights. */
export type Box = "mine" | "to_decide" | "decided" | "all";

export const listRequests = (box: Box) => (query: PageQuery) =>
  answer(client.GET("/api/v1/access-requests", { params: { query: { ...query, box, sort: "-id" } } }));

/** How many requests wait for the reader. */
export const waitingQuery = queryOptions({
  queryKey: ["access-requests", "waiting"],
  queryFn: () => listRequests("to_decide")({ limit: 1 }),
});

export const readRequest = (request_id: number) =>
  answer(client.GET("/api/v1/access-requests/{request_id}", { params: { path: { request_id } } }));

export const requestQuery = (id: number) =>
  queryOptions({ queryKey: ["access-requests", id], queryFn: () => readRequest(id) });

const requestParams = (request: AccessRequest) => ({
  path: { request_id: request.id },
  header: ifMatchHeader(request),
});

export const withdraw = (request: AccessRequest) =>
  answer(client.POST("/api/v1/access-requests/{request_id}/withdraw", { params: requestParams(request) }));

export const passOn = (request: AccessRequest) =>
  answer(client.POST("/api/v1/access-requests/{request_id}/pass-on", { params: requestParams(request) }));

export const refuse = (request: AccessRequest, comment: string) =>
  answer(
    client.POST("/api/v1/access-requests/{request_id}/refuse", { params: requestParams(request), body: { comment } }),
  );

export const approve = (
  request: AccessRequest,
  body: { authorities: number[]; valid_until: number; comment: string | null },
) => answer(client.POST("/api/v1/access-requests/{request_id}/approve", { params: requestParams(request), body }));

/** With four eyes: the second approver can give no more than the first one approved. */
function firstApproval(request: AccessRequestDetail) {
  return request.approvals.find(({ verdict }) => verdict === "approved");
}

/** The authorities that an approval may give. */
export function approvable(request: AccessRequestDetail): number[] {
  return firstApproval(request)?.authorities ?? request.authorities.map(({ id }) => id);
}

/** The latest end that an approval may give; epoch ms. */
export function latestEnd(request: AccessRequestDetail): number {
  return Math.min(firstApproval(request)?.until ?? Infinity, request.latest);
}

/** The end that an approval gives unless another one is chosen; epoch ms. */
export function suggestedEnd(request: AccessRequestDetail): number {
  return Math.min(firstApproval(request)?.until ?? request.suggested, request.latest);
}

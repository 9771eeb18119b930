import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { AccessRequest } from "../../api/types";
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

export const requestQuery = (id: number) =>
  queryOptions({
    queryKey: ["access-requests", id],
    queryFn: () => answer(client.GET("/api/v1/access-requests/{request_id}", { params: { path: { request_id: id } } })),
  });

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

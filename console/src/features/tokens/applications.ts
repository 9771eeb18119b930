import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { paths } from "../../api/schema.gen";
import type { Application } from "../../api/types";
import { asSeen } from "../../api/version";

type Fields = NonNullable<paths["/api/v1/applications"]["post"]["requestBody"]>["content"]["application/json"];

/** Registered applications, and what their tokens may open. */
export const applicationsQuery = {
  queryKey: ["applications"],
  queryFn: () => answer(client.GET("/api/v1/applications")),
};

export const register = (body: Fields) => answer(client.POST("/api/v1/applications", { body }));
const at = (seen: Application) => ({ path: { application_id: seen.id }, header: asSeen(seen) });

export const change = (seen: Application, body: Omit<Fields, "service_id">) =>
  answer(client.PUT("/api/v1/applications/{application_id}", { params: at(seen), body }));
export const remove = (seen: Application) =>
  answer(client.DELETE("/api/v1/applications/{application_id}", { params: at(seen) }));

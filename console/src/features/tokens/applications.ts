import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { paths } from "../../api/schema.gen";

type Fields = NonNullable<paths["/api/v1/applications"]["post"]["requestBody"]>["content"]["application/json"];

/** Registered applications, and what their tokens may open. */
export const applicationsQuery = {
  queryKey: ["applications"],
  queryFn: () => answer(client.GET("/api/v1/applications")),
};

export const register = (body: Fields) => answer(client.POST("/api/v1/applications", { body }));
export const change = (application_id: number, body: Omit<Fields, "service_id">) =>
  answer(client.PUT("/api/v1/applications/{application_id}", { params: { path: { application_id } }, body }));
export const remove = (application_id: number) =>
  answer(client.DELETE("/api/v1/applications/{application_id}", { params: { path: { application_id } } }));

import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { paths } from "../../api/schema.gen";
import type { Application } from "../../api/types";
import { ifMatchHeader } from "../../api/version";

type Fields = NonNullable<paths["/api/v1/applications"]["post"]["requestBody"]>["content"]["application/json"];

/** Registered applications, and what their tokens may open. */
export const applicationsQuery = {
  queryKey: ["applications"],
  queryFn: () => answer(client.GET("/api/v1/applications")),
};

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\])[:/]/;

/** Who is asked for consent. Behind an address of one's own machine another program may listen (RFC 8252 §8.6), so that
 * a program without a secret asks there even if it is the company's. */
export function consentOf({ trusted, confidential, redirect_uris }: Application): "asked" | "unasked" | "ownMachine" {
  if (!trusted) return "asked";
  const local = confidential ? [] : redirect_uris.filter((uri) => LOOPBACK.test(uri));
  if (local.length === 0) return "unasked";
  return local.length === redirect_uris.length ? "asked" : "ownMachine";
}

export const registerApplication = (body: Fields) => answer(client.POST("/api/v1/applications", { body }));
const applicationParams = (application: Application) => ({
  path: { application_id: application.id },
  header: ifMatchHeader(application),
});

export const changeApplication = (application: Application, body: Omit<Fields, "service_id">) =>
  answer(client.PUT("/api/v1/applications/{application_id}", { params: applicationParams(application), body }));
export const deleteApplication = (application: Application) =>
  answer(client.DELETE("/api/v1/applications/{application_id}", { params: applicationParams(application) }));

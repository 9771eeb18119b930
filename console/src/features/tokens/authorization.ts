import { answer } from "../../api/answer";
import { client } from "../../api/client";

/** Goes to the application; the page with the request does not stay in the browser's history. */
export const goToApplication = ({ location }: { location: string }) => window.location.replace(location);

export const readRequest = (request: string) =>
  answer(client.POST("/api/v1/authorization/waiting", { body: { request } }));
export const decide = (request: string, consented: boolean) =>
  answer(client.POST("/api/v1/authorization/decision", { body: { request, consented } }));
export const refuse = (request: string) => answer(client.POST("/api/v1/authorization/refusal", { body: { request } }));

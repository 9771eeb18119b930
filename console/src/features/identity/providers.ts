import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Provider } from "../../api/types";
import { ifMatchHeader } from "../../api/version";

/** The company's OpenID providers, for administrators. */
export const providersQuery = queryOptions({
  queryKey: ["providers"],
  queryFn: () => answer(client.GET("/api/v1/identity-providers")),
});

/** The reader's accounts at providers. */
export const linksQuery = queryOptions({
  queryKey: ["links"],
  queryFn: () => answer(client.GET("/api/v1/session/links")),
});

const providerParams = (provider_id: number) => ({ params: { path: { provider_id } } });

export const removeProvider = (provider: Provider) =>
  answer(
    client.DELETE("/api/v1/identity-providers/{provider_id}", {
      params: { path: { provider_id: provider.id }, header: ifMatchHeader(provider) },
    }),
  );
export const testProvider = async ({ id }: Provider) =>
  (await answer(client.POST("/api/v1/identity-providers/{provider_id}/test", providerParams(id)))).items;
export const renewKey = (id: number) =>
  answer(client.POST("/api/v1/identity-providers/{provider_id}/key", providerParams(id)));
export const unlink = (id: number) => answer(client.DELETE("/api/v1/session/links/{provider_id}", providerParams(id)));

/** Where the browser goes: for a trial, or to link an account. */
export const beginTrial = (id: number) =>
  answer(client.POST("/api/v1/identity-providers/{provider_id}/trial", providerParams(id)));
export const beginLink = (id: number) => answer(client.POST("/api/v1/session/links/{provider_id}", providerParams(id)));
export const beginReauthentication = (id: number) =>
  answer(client.POST("/api/v1/session/reauthentication/{provider_id}", providerParams(id)));

/** Leaves the console for the provider. */
export const goToProvider = ({ url }: { url: string }) => window.location.assign(url);

/** The name by which the pop-up window tells the page that the person has signed in again. */
export const REAUTHENTICATED = "puc.shown-again";

/** The fields of a provider in the dialog. */
export interface ProviderValues {
  name: string;
  issuer: string;
  client_id: string;
  client_secret?: string;
  scopes: string;
  name_claim: string;
  groups_claim?: string | null;
  email_domains?: string[] | null;
  creates_users?: boolean;
  group_id?: number | null;
  enabled?: boolean;
}

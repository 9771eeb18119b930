import createClient from "openapi-fetch";
import { patientFetch } from "./patientFetch";
import type { paths } from "./schema.gen";

/** The one typed client of the center's API. The browser adds the session cookie; every call is same-origin. */
export const client = createClient<paths>({ baseUrl: "", credentials: "same-origin", fetch: patientFetch });

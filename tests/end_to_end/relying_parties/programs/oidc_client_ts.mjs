// A public relying party on oidc-client-ts: prints where the browser goes, reads where it came back to, prints who it is.
import { createInterface } from "node:readline/promises";
import { InMemoryWebStorage, OidcClient, WebStorageStateStore } from "oidc-client-ts";

const [authority, client_id, , redirect_uri] = process.argv.slice(2);
const stateStore = new WebStorageStateStore({ store: new InMemoryWebStorage() });
const scope = "openid profile";
const client = new OidcClient({ authority, client_id, redirect_uri, scope, stateStore, loadUserInfo: true });
console.log((await client.createSigninRequest({})).url);
const back = await createInterface({ input: process.stdin }).question("");
console.log((await client.processSigninResponse(back)).profile.name);
process.exit();

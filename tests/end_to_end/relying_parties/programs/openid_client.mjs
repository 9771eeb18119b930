// A relying party on openid-client: prints where the browser goes, reads where it came back to, prints who it is.
import { createInterface } from "node:readline/promises";
import * as oidc from "openid-client";

const [issuer, clientId, secret, redirect_uri] = process.argv.slice(2);
const execute = [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks];
const center = await oidc.discovery(new URL(issuer), clientId, secret, undefined, { execute });
const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()];
const request = {
  redirect_uri,
  scope: "openid profile",
  state: expectedState,
  nonce: expectedNonce,
  code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
  code_challenge_method: "S256",
};
console.log(oidc.buildAuthorizationUrl(center, request).href);
const back = new URL(await createInterface({ input: process.stdin }).question(""));
const tokens = await oidc.authorizationCodeGrant(center, back, { pkceCodeVerifier, expectedState, expectedNonce });
console.log((await oidc.fetchUserInfo(center, tokens.access_token, tokens.claims().sub)).name);
process.exit();

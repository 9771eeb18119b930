import { answer } from "./answer";
import { client } from "./client";
import { Problem } from "./problem";
import type { Session } from "./types";

/** False where the page was opened by an IP address: browsers keep passkeys for host names only (WebAuthn §5.1.3). */
export const hasHostName = () => !/^\d+(\.\d+){3}$|^\[/.test(window.location.hostname);

/** False where the browser has no passkeys, or none for pages without https or without a host name. */
export const passkeysWork = () =>
  hasHostName() && typeof PublicKeyCredential === "function" && navigator.credentials !== undefined;

/** The credential as JSON. If the dialog was closed or there is no passkey: a problem with its own code. */
async function credentialJson(credential: Promise<Credential | null>): Promise<Record<string, never>> {
  const passkey = await credential.catch(() => null);
  if (!passkey) throw new Problem(0, { code: "passkey_cancelled" });
  return (passkey as PublicKeyCredential).toJSON() as Record<string, never>;
}

/** Signs in with a passkey that the person chooses. */
export async function signInByPasskey(): Promise<Session> {
  const options = await answer(client.POST("/api/v1/session/passkey/challenge"));
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  const credential = await credentialJson(navigator.credentials.get({ publicKey }));
  return answer(client.POST("/api/v1/session/passkey", { body: { credential } }));
}

/** Makes a passkey for the person who is signed in. Returns recovery codes if there were none. */
export async function addPasskey(name: string): Promise<string[]> {
  const options = await answer(client.POST("/api/v1/session/passkeys/challenge"));
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  const credential = await credentialJson(navigator.credentials.create({ publicKey }));
  return (await answer(client.POST("/api/v1/session/passkeys", { body: { name, credential } }))).codes;
}

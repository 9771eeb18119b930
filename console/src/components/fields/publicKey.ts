/** What somebody pasted as a public key: the part of the request that carries it, or what is wrong with it. */
export type PastedKey = { pem: string } | { jwk: Record<string, unknown> } | "private" | "unreadable";

/** A private key is noticed here, so that it does not leave the browser. */
export function readKey(text: string): PastedKey {
  const trimmed = text.trim();
  if (/PRIVATE KEY/i.test(trimmed)) return "private";
  if (!trimmed.startsWith("{")) return trimmed.startsWith("-----BEGIN") ? { pem: trimmed } : "unreadable";
  try {
    const jwk = JSON.parse(trimmed) as Record<string, unknown>;
    return "d" in jwk || "k" in jwk ? "private" : { jwk };
  } catch {
    return "unreadable";
  }
}

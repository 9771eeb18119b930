import type { Texts } from "../texts";

export const signingKeys: Texts["signingKeys"] = {
  title: "Signing keys",
  hint: "The center signs access tokens with them. The next one is always published ahead.",
  rotate: "Let the next key sign",
  rotated: "The next key signs now",
  kid: "Key",
  algorithm: "Algorithm",
  published: "Published",
  signsSince: "Signs since",
  next: "Next state",
  livingTokens: "Living API tokens",
  reason: "Reason",
  states: { published: "published", active: "signs", retired: "only verifies", gone: "gone", revoked: "revoked" },
  stateHints: {
    published: "Everybody who verifies learns of it first",
    active: "It signs all new tokens",
    retired: "Until the last token that it signed has expired",
    gone: "It verifies nothing any more",
  },
  revokeTitle: (kid) => `Revoke the key ${kid}?`,
  revokeGoes: [
    "All tokens that it signed end at once; brokers close their connections, within a second where they are not behind",
    "It cannot be brought back",
  ],
  revokeActiveGoes: "The next key signs at once",
  moreTokens: (count) => `${count} more API tokens`,
};

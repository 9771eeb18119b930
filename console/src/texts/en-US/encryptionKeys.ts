import type { Texts } from "../texts";

export const encryptionKeys: Texts["encryptionKeys"] = {
  title: "Encryption keys",
  hint: "Producers encrypt with the public half. The center gives the private half only to who may read the topic, and each time is in the audit log.",
  used: "Producers use",
  version: (number) => `version ${number}`,
  of: { namespace: "of the namespace", topic: "of this topic" },
  none: "No keys here",
  noneHint:
    "With a key, producers encrypt what only who may read the topic can decrypt: brokers and disks hold what they cannot read.",
  noneOwn: "No keys of its own",
  noneOwnHint: "The topic uses the key of its namespace; one of its own would replace that.",
  released: "Who got private halves",
  name: "Key",
  customer: "key of your own",
  number: "Version",
  algorithm: "Algorithm",
  made: "Created",
  by: (name) => `by ${name}`,
  states: { active: "active", retiring: "retiring", retired: "retired", destroyed: "destroyed" },
  stateHints: {
    active: "Producers take it when they ask next",
    retiring: "Producers may still use it",
    retired: "Only needed to read older messages",
    destroyed: "Nobody reads what was encrypted for it",
  },
  create: "New key",
  nameHint:
    "It is part of every message: letters, digits and . _ -, at most 64 characters, a letter or digit first; once in a namespace.",
  mode: "Who keeps the private half",
  modes: {
    center: "The center: it makes the pair, and gives the private half to who may read",
    customer: "You: the center has the public half alone",
  },
  algorithms: { "RSA-3072": "RSA-3072: clients of all languages", "EC-P256": "EC-P256: Java clients alone" },
  noEscrow: "Nobody can restore this private key",
  noEscrowHint:
    "The center does not have it: whoever loses it loses the messages that were encrypted for it. Readers get it from you alone.",
  publicKeyHint: "PEM: RSA of 3072 bits, or P-256 (Java clients alone).",
  takesOver: "It is in force at once: producers take it when they ask next, and what was active here retires.",
  rotate: "Rotate",
  rotateTitle: (name) => `Rotate the key ${name}`,
  rotateGoes: (next) =>
    `Version ${next} is in force at once: producers take it when they ask next. Older messages stay readable for who may read.`,
  rotateKeeps: "Private halves that were fetched stay where they are; they do not open new messages.",
};

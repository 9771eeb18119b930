import { KNOWN_HOLES } from "../knownHoles.gen";
import type { Texts } from "../texts";
import { counted } from "./counted";

export const operations: Texts["operations"] = {
  counts: {
    users: "Users",
    groups: "Business groups",
    roles: "Roles",
    clusters: "Clusters",
    tenants: "Tenants",
    namespaces: "Namespaces",
    topics: "Topics",
    grants: "Grants",
    sub_accounts: "Sub-accounts",
  },
  noBrokers: "No broker is connected",
  noBrokersHint: "Create a plugin credential on the page of the cluster and set its brokers up.",
  noBrokersOthers: "An administrator of the user center connects them.",
  nothingEnforced: "No broker is connected: nothing enforces rights on this cluster yet.",
  outlived: (n) =>
    `${counted(n, "credential")} of its brokers ${n === 1 ? "outlives" : "outlive"} the authority of who made ${n === 1 ? "it" : "them"}: see “Connect brokers” there, and replace what nobody should have.`,
  gone: "given up",
  jobActions: { create: "create", delete: "delete", policies: "policies", read: "read", update: "update" },
  broker: "Broker",
  enforced: "Enforced revision",
  behind: (n) => `${n} behind`,
  upToDate: "up to date",
  age: "Last heartbeat",
  state: "State",
  states: { live: "live", vanished: "vanished", left: "stopped", expired: "expired" },
  stateHints: {
    live: "It reports regularly.",
    vanished:
      "It stopped reporting without shutting down cleanly: dead, or cut off from the center and still serving with the rights it had.",
    left: "It shut down cleanly: it serves nobody.",
    expired: "It has been silent for so long that it denies everything, if it runs at all.",
  },
  forget: "Forget",
  forgetTitle: (broker) => `Forget ${broker}?`,
  forgetGoes:
    "Only if it is certainly switched off: nobody waits for it any more. If it still runs, cut off from the center, it goes on with the rights it had.",
  version: "Version",
  pluginVersion: (plugin, pulsar) => `plugin ${plugin} · Pulsar ${pulsar}`,
  dropped: "Lost events",
  drops: {
    queue_full: "disk too slow",
    write_failed: "disk full or unwritable",
    low_space: "too little free space",
    closed: "while stopping",
  },
  services: { proxy: "proxy", websocket: "WebSocket service", worker: "functions worker" },
  unfollowed: "decides, does not cut off",
  unfollowedHint:
    "Whoever asks is answered by this revision, but connections of revoked tokens and disabled users may stay open: it has no interceptor, takes a proxy's word, or is a WebSocket service of its own.",
  noLimits: "does not know limited grants",
  noLimitsHint:
    "Its plugin is older: grants limited to a prefix or to subscriptions give nothing there. Update the plugin.",
  holes: "Known holes of this Pulsar:",
  holeHint: (id, fixed, setting) =>
    [
      KNOWN_HOLES["en-US"][id],
      setting && `Only where ${setting}=true.`,
      fixed.length > 0 ? `Fixed in ${fixed.join(", ")}.` : "No release that has the fix is known.",
    ]
      .filter(Boolean)
      .join(" "),
  holesUnknown: "holes unknown",
  holesUnknownHint: (edited) =>
    `The list of known holes, of ${edited}, does not judge this version of Pulsar: any of them may be open.`,
  observing: "only observes",
  observingHint: "userCenterMode=observe: its native provider answers; the plugin records what it would deny.",
  unknownHistory: "The rights of some brokers are of a history that this center does not have",
  unknownHistoryTag: "history unknown",
  unknownHistoryHint:
    "Most likely a back-up was restored. These brokers keep the rights they have, and nothing counts as enforced there. Revoke again what was revoked since the back-up, then run usercenter new-epoch on the center's machine.",
  listensTo: (address) => `listens to ${address}`,
  connections: "Connections",
  liveConnections: "Live connections",
  liveHint: "Loaded live from the brokers.",
  show: "Show",
  askAgain: "Ask again",
  noConnections: "Nothing is connected",
  noLiveBroker: "No broker is live",
  noAnswer: "No broker answered",
  askedBrokers: (n) => `${n} ${n === 1 ? "broker" : "brokers"} answered.`,
  lateBrokers: (names) => `No answer in time; what is connected there is missing: ${names}`,
  unfollowedBrokers: (names) => `Without the plugin's interceptor these brokers do not know it: ${names}`,
  moreConnections: (n, of) => `${n} of ${of} are listed`,
  principal: "Principal",
  via: (proxy) => `via ${proxy}`,
  kind: "Kind",
  kinds: { producer: "producer", consumer: "consumer", connection: "idle" },
  topic: "Topic",
  subscription: "Subscription",
  address: "Address",
  since: "Since",
  brokersHint: "The revision that each broker enforces, and when it was last heard of.",
  firstSteps: "Start here",
  steps: {
    cluster: "Register a Pulsar cluster",
    broker: "Connect its brokers to the center",
    user: "Create users for the business",
    tenant: "Create a tenant, a namespace and a topic",
  },
};

import type { Texts } from "../texts";
import { counted } from "./counted";

export const home: Texts["home"] = {
  counted: (n, what) => `${what} ${n}`,
  revision: (n) => `Revision ${n}`,
  enforcing: (n, of) =>
    n === of
      ? `${of === 1 ? "The broker enforces" : `All ${of} brokers enforce`} the latest rights`
      : `${n} of ${of} live brokers ${n === 1 ? "enforces" : "enforce"} the latest rights`,
  behindFor: (n, span) => `${counted(n, "revision")} behind, for ${span}`,
  inbox: "Inbox",
  nothingWaits: "Nothing waits for you.",
  requests: (n) => `${counted(n, "access request")} to decide`,
  accounts: (n) => `${counted(n, "account request")} to decide`,
  removals: (n) => `${counted(n, "removal")} to confirm, or due within 7 days`,
  onCluster: (action, cluster) => `${action} on ${cluster}`,
  ends: "ends soon",
  until: "until",
  rightsOn: (rights, where) => `${rights.join(", ")} on ${where || "all clusters"}`,
  credentials: {
    secret: (name) => `client secret …${name}`,
    key: (name) => `client key ${name}`,
    token: (name) => `API token ${name}`,
    one_time: () => "one-time secret",
  },
  changes: "Last changes",
  changesSince: "Changes since",
  noChanges: "Nothing was changed.",
  all: (n) => `All ${n}`,
  denials: "Denied in 30 days, by reason",
  noDenials: "No denied attempts in the results of the audit.",
  noReason: "no reason given",
  denialsLeftOut: "What was denied a few times only is left out.",
  use: "Granted and used, by tenant",
  myPlaces: "My resources",
  used: (used, granted) => `${used} used of ${granted} granted`,
  noUse: "How much is used shows once results of the audit are loaded.",
  noAccess: "You hold no right yet.",
  noRequests: "You have not requested anything.",
  lastDenial: "My last denial",
  noDenial: "None in the results of the audit. Denied just now? Check it here.",
};

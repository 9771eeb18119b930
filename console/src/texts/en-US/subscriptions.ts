import type { Texts } from "../texts";

export const subscriptions: Texts["subscriptions"] = {
  title: "Rules about subscriptions",
  hint: "A rule says who alone may use a subscription. It gives no right: whoever is listed still needs the right to read. Whoever administers the namespace is not bound.",
  modes: {
    None: "Subscriptions may have any name",
    Prefix: "Names of subscriptions must begin with the name of the user",
  },
  changeMode: "Change what names they may have",
  modeTitle: "Names of subscriptions",
  modeHint:
    "Whoever administers the namespace is not bound. Consumers of subscriptions whose names do not fit are disconnected.",
  newRule: "New rule",
  editTitle: (subscription) => `Subscription ${subscription}`,
  subscription: "Subscription",
  taken: "There is a rule about this subscription already",
  users: "Only these users",
  usersHint: "Empty: only who administers the namespace. Sub-accounts have to be listed themselves.",
  nobody: "only who administers the namespace",
  none: "No rules",
  noneHint: "Whoever may read a topic may use any subscription of it.",
  remove: "Remove",
  removeTitle: (subscription) => `Remove the rule about ${subscription}`,
  removeLead: "After that:",
  removeGoes: "Whoever may read the topics may use this subscription",
};

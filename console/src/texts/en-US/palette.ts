import type { Texts } from "../texts";

export const palette: Texts["palette"] = {
  button: "Search",
  title: "Search everything",
  placeholder: "The beginning of a name, or a page",
  results: "Results",
  pages: "Pages and actions",
  found: "Found",
  searching: "Searching …",
  count: (count: number) => (count === 1 ? "1 result" : `${count} results`),
  more: "More begin so: write on, or a place as tenant/namespace/topic.",
  kinds: {
    user: "User",
    role: "Role",
    group: "Business group",
    cluster: "Cluster",
    tenant: "Tenant",
    namespace: "Namespace",
    topic: "Topic",
  },
  keys: "Keys",
  withoutControl: "Keys without Ctrl work",
  notWhileTyping: "No key works while something is typed or a dialog is open.",
};

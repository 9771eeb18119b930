import type { Overview } from "../api/types";
import { hasPage, type Reader } from "../permissions";
import { type Person, personsOf } from "../person";
import type { Texts } from "../texts/texts";

/** A page of the console. */
export interface MenuPage {
  path: string;
  label: string;
  /** How much waits for the reader there. */
  count: number;
}

/** The entries of the menu, in the order in which they stand. */
const ENTRIES = [
  "home",
  "resources",
  "people",
  "access",
  "check",
  "review",
  "trail",
  "operations",
  "credentials",
  "settings",
] as const;
export type EntryName = (typeof ENTRIES)[number];

/** An entry of the menu, with one page or several, of which it opens the first. */
export interface Entry {
  name: EntryName;
  label: string;
  pages: [MenuPage, ...MenuPage[]];
  count: number;
}

/** Each person's entries with their pages. Pages that show nothing to a reader are left out. */
const MENUS: Record<Person, Partial<Record<EntryName, string[]>>> = {
  administrator: {
    home: ["/"],
    resources: ["/resources"],
    people: ["/users", "/groups", "/registrations", "/ending"],
    access: ["/grants", "/matrix", "/roles", "/requests", "/policy"],
    check: ["/why"],
    review: ["/findings", "/usage", "/suggestions", "/remediations"],
    trail: ["/trail"],
    operations: ["/brokers", "/drift"],
    settings: ["/company-sign-in", "/signing-keys", "/applications", "/mail", "/web-hooks", "/networks", "/settings"],
  },
  owner: {
    home: ["/"],
    resources: ["/resources", "/grants", "/matrix", "/policy", "/why", "/networks", "/brokers"],
    people: ["/users", "/credentials", "/ending"],
    access: ["/requests"],
    review: ["/findings", "/usage", "/suggestions", "/remediations", "/drift", "/trail"],
  },
  auditor: {
    home: ["/"],
    resources: ["/resources", "/grants", "/why", "/requests", "/networks", "/brokers"],
    people: ["/users", "/ending"],
    review: ["/findings", "/usage", "/suggestions", "/remediations"],
    trail: ["/trail"],
  },
  developer: {
    home: ["/"],
    access: ["/grants", "/resources", "/requests", "/findings", "/usage", "/suggestions", "/remediations", "/networks"],
    check: ["/why"],
    credentials: ["/credentials", "/users", "/ending"],
  },
};

/** What the main menu has for the reader: of each person that it is, at most eight entries and the settings. */
export function menuEntries(texts: Texts, reader: Reader | undefined, waiting?: Overview["waiting"]): Entry[] {
  const persons: Person[] = reader ? personsOf(reader) : [];
  const pathsOf = (name: EntryName) => [...new Set(persons.flatMap((person) => MENUS[person][name] ?? []))];
  const isFirst = new Map(ENTRIES.map((name) => [pathsOf(name)[0], name]));
  const labels = pageLabels(texts, reader);
  const counts: Record<string, number> = {
    "/requests": waiting?.requests ?? 0,
    "/registrations": waiting?.accounts ?? 0,
    "/remediations": waiting?.removals ?? 0,
  };
  return ENTRIES.flatMap((name) => {
    const person = persons.find((person) => MENUS[person][name]);
    const [first, ...others] = pathsOf(name)
      .filter((path) => hasPage(reader, path) && (isFirst.get(path) ?? name) === name)
      .map((path) => ({ path, label: labels[path] ?? path, count: counts[path] ?? 0 }));
    if (first === undefined || person === undefined) return [];
    const pages: Entry["pages"] = [first, ...others];
    const count = pages.reduce((sum, page) => sum + page.count, 0);
    return [{ name, label: entryLabel(texts, person, name), pages, count }];
  });
}

/** The entry that an address belongs to. */
export function entryAt(entries: Entry[], pathname: string): Entry | undefined {
  return entries.find(({ pages }) => pages.some(({ path }) => path === pageAt(pathname)));
}

/** The page that an address lies below: `/users` of `/users/7`. */
export function pageAt(pathname: string): string {
  const [, first = ""] = pathname.split("/");
  return first === "clusters" ? "/resources" : `/${first}`;
}

function entryLabel({ frame }: Texts, person: Person, name: EntryName): string {
  const own: Partial<Record<EntryName, string>> = frame.ownEntries[person];
  return own[name] ?? frame.entries[name];
}

/** The name of each page, by its address. */
export function pageLabels(texts: Texts, reader: Reader | undefined): Record<string, string> {
  const {
    applications,
    companySignIn,
    drift,
    findings,
    frame,
    giving,
    messages,
    operations,
    policyFile,
    requests,
    signingKeys,
    tokens,
    usage,
  } = texts;
  return {
    "/": frame.entries.home,
    "/resources": frame.resources,
    "/why": frame.entries.check,
    "/credentials": frame.credentials,
    "/ending": tokens.ending,
    "/users": reader?.administrator ? frame.users : frame.subAccounts,
    "/roles": frame.roles,
    "/groups": frame.groups,
    "/networks": frame.networks,
    "/grants": frame.grants,
    "/matrix": giving.matrix,
    "/policy": policyFile.title,
    "/requests": requests.nav.requests,
    "/registrations": requests.nav.registrations,
    "/findings": findings.nav.findings,
    "/usage": usage.title,
    "/suggestions": findings.nav.suggestions,
    "/remediations": findings.nav.remediations,
    "/trail": frame.trail,
    "/drift": drift.title,
    "/brokers": frame.brokers,
    "/applications": applications.title,
    "/signing-keys": signingKeys.title,
    "/company-sign-in": companySignIn.title,
    "/mail": messages.mail,
    "/web-hooks": messages.hooks,
    "/settings": operations.settings.title,
  };
}

import { hasPage, type Reader } from "../permissions";
import type { Texts } from "../texts/texts";

/** A page of the main menu. */
export interface Entry {
  path: string;
  label: string;
}

interface Section {
  /** Null for the first entries. */
  title: string | null;
  entries: Entry[];
}

/** What the main menu has for the reader, without pages that show nothing to it. */
export function menuSections(texts: Texts, reader: Reader | undefined): Section[] {
  const { applications, companySignIn, drift, findings, frame, messages, requests, signingKeys } = texts;
  const section = (title: string | null, entries: Record<string, string>): Section => ({
    title,
    entries: Object.entries(entries)
      .filter(([path]) => hasPage(reader, path))
      .map(([path, label]) => ({ path, label })),
  });
  return [
    section(null, {
      "/": frame.overview,
      "/resources": frame.resources,
      "/why": frame.why,
      "/credentials": frame.credentials,
    }),
    section(frame.sections.access, {
      "/users": reader?.administrator ? frame.users : frame.subAccounts,
      "/roles": frame.roles,
      "/groups": frame.groups,
      "/networks": frame.networks,
      "/grants": frame.grants,
      "/requests": requests.nav.requests,
      "/registrations": requests.nav.registrations,
    }),
    section(frame.sections.audit, {
      "/findings": findings.nav.findings,
      "/suggestions": findings.nav.suggestions,
      "/remediations": findings.nav.remediations,
      "/trail": frame.trail,
    }),
    section(frame.sections.operations, { "/drift": drift.title, "/brokers": frame.brokers }),
    section(frame.sections.identity, {
      "/applications": applications.title,
      "/signing-keys": signingKeys.title,
      "/company-sign-in": companySignIn.title,
      "/mail": messages.mail,
      "/web-hooks": messages.hooks,
    }),
  ].filter(({ entries }) => entries.length > 0);
}

import type { Overview, Session } from "./api/types";

/** What the caller may do, by the server's answer. Only for hiding what would be refused; it protects nothing. */
export function mayAdminister(session: Session): boolean {
  return session.is_administrator;
}

/** A main account manages its own sub-accounts; a sub-account has none and cannot grant. */
export function isSubAccount(session: Session): boolean {
  return session.user.parent !== null;
}

export function mayGrant(session: Session): boolean {
  return mayAdminister(session) || !isSubAccount(session);
}

/** A reader of the console, by what the center reports. `canGive`: holds something that it may give to others. */
export interface Reader extends Pick<Overview, "administers" | "audits" | "reads"> {
  administrator: boolean;
  canGive: boolean;
  subAccounts: number;
}

const administrator = (reader: Reader) => reader.administrator;
const readsPlaces = ({ administrator, reads }: Reader) => administrator || reads.length > 0;
const managesAccounts = ({ administrator, canGive, subAccounts }: Reader) =>
  administrator || canGive || subAccounts > 0;
const ROOT = 0;
const CLUSTER = 1;
const TENANT = 2;

/** An administrator, or somebody who audits all clusters. */
export function readsEverything({ administrator, reads }: Reader): boolean {
  return administrator || reads.some(({ res_type }) => res_type === ROOT);
}

/** Page → who finds something on it. Pages that are not listed show something to everybody. */
const PAGE_READERS: Record<string, (reader: Reader) => boolean> = {
  "/users": managesAccounts,
  "/ending": managesAccounts,
  "/matrix": ({ canGive }) => canGive,
  "/policy": ({ administrator, administers, reads }) =>
    administrator || (administers && reads.some(({ res_type }) => res_type <= TENANT)),
  "/roles": administrator,
  "/groups": administrator,
  "/registrations": administrator,
  "/remediations": (reader) => reader.canGive || readsPlaces(reader),
  "/trail": readsPlaces,
  "/drift": ({ administrator, administers }) => administrator || administers,
  // The root stands for all clusters.
  "/brokers": ({ administrator, reads }) => administrator || reads.some(({ res_type }) => res_type <= CLUSTER),
  "/applications": administrator,
  "/signing-keys": administrator,
  "/company-sign-in": administrator,
  "/mail": administrator,
  "/web-hooks": administrator,
  "/settings": administrator,
};

export function hasPage(reader: Reader | undefined, path: string): boolean {
  const isReader = PAGE_READERS[path];
  return isReader === undefined || (reader !== undefined && isReader(reader));
}

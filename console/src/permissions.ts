import type { Session } from "./api/types";

/** What the caller may do, by the server's answer. Only for hiding what would be refused; it protects nothing. */
export function mayAdminister(session: Session): boolean {
  return session.is_administrator;
}

/** A main account manages its own sub-accounts; a sub-account has none and cannot grant. */
export function isSubAccount(session: Session): boolean {
  return session.user.parent !== null;
}

export function mayManageUsers(session: Session): boolean {
  return mayAdminister(session) || !isSubAccount(session);
}

export function mayGrant(session: Session): boolean {
  return mayAdminister(session) || !isSubAccount(session);
}

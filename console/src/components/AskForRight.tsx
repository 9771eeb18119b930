import { Link } from "react-router";
import type { ResourceType } from "../api/types";
import { useTexts } from "../texts/language";

export interface MissingRight {
  type: ResourceType;
  /** The full name of the resource. */
  resource: string;
  authority: number;
  /** For this sub-account of the reader instead of the reader. */
  userId?: number;
}

/** The address of the form, filled in with what is missing. */
export function askAddress({ type, resource, authority, userId }: MissingRight): string {
  const asked = new URLSearchParams({ type, resource, authority: String(authority) });
  if (userId !== undefined) asked.set("user", String(userId));
  return `/requests/new?${asked.toString()}`;
}

/** Leads from a denial to the form that asks for the missing right. */
export function AskForRight(missing: MissingRight) {
  const { requests } = useTexts();
  return <Link to={askAddress(missing)}>{requests.toRequest}</Link>;
}

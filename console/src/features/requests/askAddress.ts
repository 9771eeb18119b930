import type { ResourceType } from "../../api/types";

export interface MissingRight {
  type: ResourceType;
  /** The full name of the resource. */
  resource: string;
  authority: number;
}

/** The address of the form that asks for a right, filled in with what is missing. */
export function askAddress({ type, resource, authority }: MissingRight): string {
  return `/requests/new?${new URLSearchParams({ type, resource, authority: String(authority) })}`;
}

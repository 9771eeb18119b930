import type { GrantLimits } from "../../api/types";
import type { Texts } from "../../texts/texts";

export interface LimitValues {
  prefix?: string;
  subscriptions?: string[];
}

/** The fields' values in the form of the API; null: not limited. */
export function limitsOf({ prefix, subscriptions }: LimitValues): GrantLimits | null {
  const names = subscriptions?.length ? subscriptions : null;
  return prefix || names ? { prefix: prefix || null, subscriptions: names } : null;
}

/** Limits in the form of the fields. */
export function limitValues(limits: GrantLimits | null): LimitValues {
  return { prefix: limits?.prefix ?? undefined, subscriptions: limits?.subscriptions ?? undefined };
}

/** What has a name directly below a place of this type: `topics` of a namespace. */
export function namesOn({ access }: Texts, type: number): string {
  return type === TENANT ? access.namesOfTenant : access.namesOfNamespace;
}

/** Limits of a grant on a place of this type in one line: `only topics orders-*, only subscriptions billing`. */
export function limitsText(texts: Texts, limits: GrantLimits | null | undefined, type: number): string {
  const { access } = texts;
  const { prefix, subscriptions } = limits ?? {};
  const parts = [
    ...(prefix ? [`${access.only(namesOn(texts, type))} ${prefix}*`] : []),
    ...(subscriptions ? [`${access.only(access.ofSubscriptions)} ${access.listed(subscriptions)}`] : []),
  ];
  return access.listed(parts);
}

/** Problem code → field. Subscriptions are offered where they are possible, so what is impossible is a prefix. */
export const IMPOSSIBLE = { limit_not_possible_here: "prefix" };

export const TENANT = 2;
export const NAMESPACE = 3;

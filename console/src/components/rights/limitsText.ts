import type { GrantLimits } from "../../api/types";
import type { Texts } from "../../texts/texts";

export interface LimitValues {
  prefix?: string;
  subscriptions?: string[];
  networks?: string[];
}

/** The fields' values in the form of the API; null: not limited. */
export function limitsOf({ prefix, ...lists }: LimitValues): GrantLimits | null {
  const subscriptions = lists.subscriptions?.length ? lists.subscriptions : null;
  const networks = networksOf(lists);
  return prefix || subscriptions || networks ? { prefix: prefix || null, subscriptions, networks } : null;
}

/** The field's networks in the form of the API; null: from everywhere. */
export function networksOf({ networks }: Pick<LimitValues, "networks">): string[] | null {
  return networks?.length ? networks : null;
}

/** Limits in the form of the fields. */
export function limitValues(limits: GrantLimits | null): LimitValues {
  const { prefix, subscriptions, networks } = limits ?? {};
  return {
    prefix: prefix ?? undefined,
    subscriptions: subscriptions ?? undefined,
    networks: networks ?? undefined,
  };
}

/** The word for the children of a place of this type: `topics` of a namespace. */
export function childrenText({ access }: Texts, type: number): string {
  return type === TENANT ? access.namesOfTenant : access.namesOfNamespace;
}

/** Limits of a grant on a place of this type in one line: `only topics orders-*, only subscriptions billing`. */
export function limitsText(texts: Texts, limits: GrantLimits | null | undefined, type: number): string {
  const { access } = texts;
  const { prefix, subscriptions, networks } = limits ?? {};
  const parts = [
    ...(prefix ? [`${access.only(childrenText(texts, type))} ${prefix}*`] : []),
    ...(subscriptions ? [`${access.only(access.ofSubscriptions)} ${access.listed(subscriptions)}`] : []),
    ...(networks?.length ? [`${access.only(access.ofNetworks)} ${access.listed(networks)}`] : []),
    ...(networks?.length === 0 ? [texts.identity.emptyNetworks] : []),
  ];
  return access.listed(parts);
}

/** Problem code → field of networks. */
export const NETWORK_FIELDS = {
  invalid_network: "networks",
  unknown_network: "networks",
  would_lock_out: "networks",
  own_networks_only_narrower: "networks",
  limit_unknown_to_brokers: "networks",
};

/** Problem code → field. Subscriptions are offered only where they are possible, so an impossible limit is a prefix. */
export const LIMIT_FIELDS = { limit_not_possible_here: "prefix", ...NETWORK_FIELDS };

export const TENANT = 2;
export const NAMESPACE = 3;

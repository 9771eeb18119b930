import type { GrantLimits, Notice } from "../../api/types";
import { authorityText } from "../../components/rights/AuthorityText";
import { limitsText } from "../../components/rights/limitsText";
import type { Texts } from "../../texts/texts";

interface GivenRights {
  receiver?: string;
  res_type?: number;
  res_id?: number;
  resource?: string;
  authorities?: number[];
  limits?: GrantLimits | null;
}

/** The facts of a notice; which are present depends on its kind. */
export interface NoticeFacts extends GivenRights {
  request_id?: number;
  requester?: string;
  days?: number;
  name?: string;
  state?: string;
  remediation_id?: number;
  user_id?: number;
  cluster?: string;
  what?: string;
  cluster_id?: number;
  count?: number;
  due?: number;
  why?: string;
  by?: string;
  reason?: string;
  grants?: GivenRights[];
  grants_total?: number;
}

export function factsOf(notice: Notice): NoticeFacts {
  return notice.facts as NoticeFacts;
}

/** A notice as a sentence in the reader's language. */
export function noticeText(texts: Texts, notice: Notice): string {
  const { sentences, states } = texts.requests;
  const facts = factsOf(notice);
  const { receiver = "?", requester = "?", resource = "?", days = 0, name = "?", state = "" } = facts;
  const rights = rightsText(texts, facts);
  switch (notice.kind) {
    case "grant_ends":
      return sentences.grant_ends(receiver, rights, resource, days);
    case "given_grant_ends":
      return sentences.given_grant_ends(receiver, rights, resource, days);
    case "secret_ends":
      return sentences.secret_ends(receiver, name, days);
    case "token_ends":
      return sentences.token_ends(receiver, name, days);
    case "request_to_decide":
      return sentences.request_to_decide(requester, rights, resource);
    case "request_decided":
      return sentences.request_decided(states[state] ?? state, rights, resource);
    case "factor_reset":
      return sentences.factor_reset(requester, receiver);
    case "key_destruction":
      return sentences.key_destruction(requester, name, resource, facts.reason ?? "-");
    case "signing_key_revoked":
      return sentences.signing_key_revoked(facts.by ?? "?", name, facts.reason ?? "-", facts.count ?? 0);
    case "certificate_ends":
      return sentences.certificate_ends(facts.cluster ?? "?", facts.what === "own_ca", name, days);
    case "drift_found":
      return sentences.drift_found(facts.cluster ?? "?", facts.count ?? 0);
    case "many_keys_fetched":
      return sentences.many_keys_fetched(receiver, resource, facts.count ?? 0);
    default:
      return notice.kind.startsWith("removal_") ? removalText(texts, notice.kind, facts) : sentences.unknown;
  }
}

/** The given rights, with their limits. */
function rightsText(texts: Texts, { authorities = [], limits, res_type = 0 }: GivenRights): string {
  const rights = authorities.map((id) => authorityText(texts, id, String(id)));
  const limitText = limitsText(texts, limits, res_type);
  return texts.findings.rights(limitText ? [...rights, limitText] : rights);
}

/** For a remediation: its first grant, and how many grants there are. */
function removalText(texts: Texts, kind: string, facts: NoticeFacts): string {
  const { sentences } = texts.requests;
  const [first] = facts.grants ?? [];
  if (!first) return sentences.unknown;
  const rights = sentences.grantOf(first.receiver ?? "?", rightsText(texts, first), first.resource ?? "?");
  const count = facts.grants_total ?? 1;
  switch (kind) {
    case "removal_planned":
      return sentences.removal_planned(rights, new Date(facts.due ?? 0).toISOString().slice(0, 10), count);
    case "removal_cancelled":
      return sentences.removal_cancelled(rights);
    case "removal_done":
      return sentences.removal_done(rights, count);
    case "removal_undone":
      return sentences.removal_undone(rights);
    case "removal_spared":
      return sentences.removal_spared(rights, texts.findings.whys[facts.why ?? ""] ?? facts.why ?? "");
    default:
      return sentences.unknown;
  }
}

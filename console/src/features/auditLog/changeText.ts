import type { TrailEntry } from "../../api/types";
import { authorityText } from "../../components/rights/AuthorityText";
import type { Texts } from "../../texts/texts";
import { changedFields } from "./Difference";

const OWNER_FIELDS: Record<string, string[]> = {
  access_request: ["receiver", "resource"],
  registration: ["username", "group_name"],
  client_secret: ["user", "hint"],
  client_key: ["user", "name"],
  token: ["user", "name"],
  cluster_credential: ["hint"],
};
const RIGHTS_SHOWN = 4;

type Facts = Record<string, unknown>;

/** What was changed, in words; the actor stands beside it. */
export function changeText(texts: Texts, entry: TrailEntry): string {
  const { auditLog, general } = texts;
  const before = (entry.before ?? {}) as Facts;
  const after = (entry.after ?? {}) as Facts;
  const facts = entry.after ? after : before;
  const role = String(facts.role_name ?? "");
  const place = String(facts.resource || general.types.root);
  switch (entry.action) {
    case "grant.create":
      return auditLog.gave(role, rightsText(texts, after), place);
    case "grant.revoke":
      return auditLog.revoked(role, rightsText(texts, before), place);
    case "grant.update": {
      const fields = changedFields(before, after).filter(({ field }) => field !== "update_time");
      const rights = fields.some(({ field }) => field === "authorities");
      const words = fields.map(({ field }) => auditLog.fields[field] ?? field);
      return rights
        ? auditLog.exchanged(role, rightsText(texts, before), rightsText(texts, after), place)
        : auditLog.changedGrant(role, place, texts.access.listed(words));
    }
    case "user.join":
      return auditLog.joined(entry.key, role);
    case "user.leave":
      return auditLog.left(entry.key, role);
    case "trail.undo":
      return auditLog.undid(entry.key);
    default:
      return auditLog.changed(verb(entry.action, auditLog), entityText(entry, auditLog), subject(entry, facts));
  }
}

function rightsText(texts: Texts, { authorities }: Facts): string {
  const ids = Array.isArray(authorities)
    ? authorities.map(Number)
    : String(authorities ?? "")
        .split(",")
        .map(Number);
  const words = ids.map((id) => authorityText(texts, id, String(id)));
  const more = words.length - RIGHTS_SHOWN;
  return texts.access.listed(more > 0 ? [...words.slice(0, RIGHTS_SHOWN), texts.access.andMore(more)] : words);
}

/** `user.secret_create` → its meaning; the code itself if the console does not know it yet. */
function verb(action: string, auditLog: Texts["auditLog"]): string {
  return auditLog.verbs[action.slice(action.indexOf(".") + 1)] ?? action;
}

function entityText({ entity }: TrailEntry, auditLog: Texts["auditLog"]): string {
  return auditLog.entities[entity] ?? entity;
}

/** The name of what was changed; where its key is only a number, also its owner or place. */
function subject({ entity, key }: TrailEntry, facts: Facts): string {
  const own = [facts.name, facts.role_name, facts.group_name].find((name) => typeof name === "string" && name !== key);
  const named = OWNER_FIELDS[entity]?.map((field) => facts[field]) ?? (/^\d+$/.test(key) ? [own] : []);
  return [key, ...named.filter((name) => typeof name === "string")].join(" · ");
}

import type { TrailEntry } from "../../api/types";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { authorityText } from "../rights/AuthorityText";
import { changedFields } from "./changedFields";

const OWNER_FIELDS: Record<string, string[]> = {
  access_request: ["receiver", "resource"],
  registration: ["username", "group_name"],
  client_secret: ["user", "hint"],
  client_key: ["user", "name"],
  token: ["user", "name"],
  cluster_credential: ["hint"],
};
const RIGHTS_SHOWN = 4;
/** Around a name within a sentence; Unicode's own signs for text that stands apart. */
const [BEGIN, END] = ["\u2068", "\u2069"];

type Facts = Record<string, unknown>;

const apart = (name: unknown) => `${BEGIN}${name}${END}`;

/** What was changed, in words, with its names in fixed width; the actor stands beside it. */
export function ChangeText({ entry }: { entry: TrailEntry }) {
  const parts = changeText(useTexts(), entry).split(new RegExp(`${BEGIN}(.*?)${END}`));
  return (
    <span className="sentence" title={entry.action}>
      {/* Every second part is a name. */}
      {parts.map((part, index) =>
        index % 2 ? (
          <span key={`${index} ${part}`} className="mono">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </span>
  );
}

function changeText(texts: Texts, entry: TrailEntry): string {
  const { auditLog, general } = texts;
  const before = (entry.before ?? {}) as Facts;
  const after = (entry.after ?? {}) as Facts;
  const facts = entry.after ? after : before;
  const role = apart(facts.role_name ?? "");
  const place = facts.resource ? apart(facts.resource) : general.types.root;
  switch (entry.action) {
    case "grant.create":
      return auditLog.gave(role, rightsText(texts, after), place);
    case "grant.revoke":
      return auditLog.revoked(role, rightsText(texts, before), place);
    case "grant.update": {
      const rights = changedFields(before, after).some(({ field }) => field === "authorities");
      return rights
        ? auditLog.exchanged(role, rightsText(texts, before), rightsText(texts, after), place)
        : auditLog.changedGrant(role, place, fieldsText(texts, before, after));
    }
    case "user.join":
      return auditLog.joined(apart(entry.key), role);
    case "user.leave":
      return auditLog.left(apart(entry.key), role);
    case "trail.undo":
      return auditLog.undid(entry.key);
    default: {
      const what = auditLog.entities[entry.entity] ?? entry.entity;
      const fields = entry.before && entry.after ? fieldsText(texts, before, after) : "";
      return auditLog.changed(verb(entry.action, auditLog), what, subject(entry, facts), fields);
    }
  }
}

function fieldsText({ access, auditLog }: Texts, before: Facts, after: Facts): string {
  const fields = changedFields(before, after).filter(({ field }) => field !== "update_time");
  return access.listed(fields.map(({ field }) => auditLog.fields[field] ?? field));
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

/** The name of what was changed; where its key is only a number, also its owner or place. */
function subject({ entity, key }: TrailEntry, facts: Facts): string {
  const own = [facts.name, facts.role_name, facts.group_name].find((name) => typeof name === "string" && name !== key);
  const named = OWNER_FIELDS[entity]?.map((field) => facts[field]) ?? (/^\d+$/.test(key) ? [own] : []);
  return [key, ...named.filter((name) => typeof name === "string")].map(apart).join(" · ");
}

"""Snapshots as of an earlier revision, read from the audit log. The cost grows with the history of the users asked
about, not with the whole log (decision 0012); without names the whole state of that revision is read."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import limits, rights_snapshot
from app.access.limits import Limits
from app.access.names import ResourceType
from app.access.subscription_rules import Mode, SubscriptionRules, namespace_of
from app.audit.trail import history
from app.audit.trail.models import TrailEntry
from app.audit.trail.past.clusters import tenant_of
from app.platform.database import slices
from app.platform.errors import NotFound
from app.resources.models import Namespace, Tenant
from app.rights import snapshot_records
from app.rights.snapshots import NO_CLUSTER

Record = dict[str, Any]
_BELOW_CLUSTERS = ("tenant", "namespace", "topic")
_MODE_CHANGES = ("namespace.update", "namespace.deleting", "namespace.delete")
_REOPENS = [f"{kind}.{verb}" for kind in _BELOW_CLUSTERS for verb in ("update", "deleting", "delete")]
"""Changes before which a resource may have been closed that is open or gone today."""


def snapshot_at(
    session: Session, cluster_id: int | None, revision: int, usernames: Collection[str] | None = None
) -> rights_snapshot.Snapshot:
    """The rights of a cluster as of a revision, of these users (and their main accounts) or of all.

    Raises InvalidInput `unknown_revision`, NotFound when the cluster was not there then.
    """
    history.check(session, revision)
    return rights_snapshot.from_json(_document(session, cluster_id, revision, usernames))


def _document(
    session: Session, cluster_id: int | None, revision: int, usernames: Collection[str] | None
) -> dict[str, Any]:
    """The snapshot document of that revision, of these users and their main accounts, or of all."""
    name = NO_CLUSTER if cluster_id is None else _cluster_name(session, cluster_id, revision)
    people = _users(session, revision, usernames)
    if usernames is not None:
        mains = {person["main"] for person in people if person["main"]} - set(usernames)
        people += _users(session, revision, mains)
    roles = None if usernames is None else {role for person in people for role in person["roles"]}
    return {
        "cluster": name,
        "revision": revision,
        "users": people,
        "grants": _grants(session, cluster_id, revision, roles),
        "invalid": [] if cluster_id is None else _invalid(session, cluster_id, revision),
        "subscription_rules": [] if cluster_id is None else _subscription_rules(session, cluster_id, revision),
    }


def _cluster_name(session: Session, cluster_id: int, revision: int) -> str:
    for _, content in history.contents(session, revision, "cluster"):
        if content["id"] == cluster_id:
            return str(content["name"])
    raise NotFound("There was no such cluster then.")


def _users(session: Session, revision: int, names: Collection[str] | None) -> list[Record]:
    found = {content["id"]: _user(content) for _, content in history.contents_of(session, revision, "user", names)}
    for _, member in history.contents_of(session, revision, "member", names):
        if member["user_id"] in found:  # else an earlier user with this name, deleted with its memberships
            found[member["user_id"]]["roles"].append(member["role_id"])
    for record in found.values():
        record["roles"].sort()
    return sorted(found.values(), key=lambda record: str(record["name"]))


def _user(content: history.Content) -> Record:
    name, status, main, cred, since = (content[name] for name in _OF_USER)
    return snapshot_records.user_record(name, status, main, cred, since, content.get("cidrs"))


_OF_USER = ("username", "status", "main", "cred_version", "tokens_from")


def _grants(session: Session, cluster_id: int | None, revision: int, roles: Collection[int] | None) -> list[Record]:
    grants = list(_grants_of(session, revision, roles))
    above = {tenant_of(grant["resource"]) for grant in grants if grant["res_type"] >= ResourceType.TENANT}
    tenants = _tenants_on(session, cluster_id, revision, None if roles is None else above)

    def holds(grant: history.Content) -> bool:
        if grant["res_type"] == ResourceType.CLUSTER:
            return bool(grant["res_id"] == cluster_id)
        return grant["res_type"] == ResourceType.ROOT or tenant_of(grant["resource"]) in tenants

    return sorted((_grant(grant) for grant in grants if holds(grant)), key=lambda record: int(record["id"]))


def _grants_of(session: Session, revision: int, roles: Collection[int] | None) -> Iterator[history.Content]:
    narrowed = [()] if roles is None else [(TrailEntry.role.in_(part),) for part in slices(roles)]
    for where in narrowed:
        yield from (content for _, content in history.contents(session, revision, "grant", *where))


def _grant(content: history.Content) -> Record:
    return {
        "id": content["id"],
        "role": content["role_id"],
        "type": content["res_type"],
        "name": content["resource"],
        **limits.record(content["authorities"], _limits(content)),
        "from": content["valid_from"],
        "until": content["valid_until"],
    }


def _limits(content: history.Content) -> Limits | None:
    named = {
        "prefix": content.get("name_prefix"),
        "subscriptions": content.get("subscriptions"),
        "networks": content.get("cidrs"),
    }
    return limits.from_json({key: limit for key, limit in named.items() if limit is not None})


def _invalid(session: Session, cluster_id: int, revision: int) -> list[str]:
    # A resource that was closed then is still closed, or was changed since. Only those are looked up.
    changed = select(TrailEntry.entity_key).where(TrailEntry.revision > revision, TrailEntry.action.in_(_REOPENS))
    candidates = snapshot_records.closed_anywhere(session) | set(session.scalars(changed.distinct()))
    closed = {
        name
        for kind in _BELOW_CLUSTERS
        for name, content in history.contents_of(session, revision, kind, candidates)
        if content["is_valid"] != 1 or content["deleting"]
    }
    tenants = _tenants_on(session, cluster_id, revision, {tenant_of(name) for name in closed})
    return sorted(name for name in closed if tenant_of(name) in tenants)


def _tenants_on(session: Session, cluster_id: int | None, revision: int, names: Collection[str] | None) -> set[str]:
    """Names of the tenants that lived on the cluster then; only those in `names`."""
    if cluster_id is None:
        return set()
    found = history.contents_of(session, revision, "tenant", names)
    return {tenant for tenant, content in found if str(cluster_id) in content["clusters"].split(",")}


def _subscription_rules(session: Session, cluster_id: int, revision: int) -> list[dict[str, Any]]:
    """The records of the namespaces of the cluster that had rules then, by name."""
    users: defaultdict[str, dict[str, frozenset[str]]] = defaultdict(dict)
    for key, content in history.contents(session, revision, "subscription_rule"):
        users[namespace_of(key)][content["subscription"]] = frozenset(content["user_names"])
    modes = _modes(session, revision)
    tenants = _tenants_on(session, cluster_id, revision, {tenant_of(name) for name in users.keys() | modes.keys()})
    ruled = sorted(name for name in users.keys() | modes.keys() if tenant_of(name) in tenants)
    return [SubscriptionRules(name, modes.get(name, Mode.NONE), users.get(name, {})).to_json() for name in ruled]


def _modes(session: Session, revision: int) -> dict[str, str]:
    """Namespace → its mode then, of those that had one: they still have it, or were changed since."""
    still = select(snapshot_records.NAMESPACE_NAME).select_from(Namespace).join(Tenant, Tenant.id == Namespace.tenant)
    still = still.where(Namespace.subscription_auth_mode != Mode.NONE)
    since = select(TrailEntry.entity_key).where(TrailEntry.revision > revision, TrailEntry.action.in_(_MODE_CHANGES))
    names = {*session.scalars(still), *session.scalars(since.distinct())}
    found = history.contents_of(session, revision, "namespace", names)
    modes = {name: content.get("subscription_auth_mode") or Mode.NONE for name, content in found}
    return {name: mode for name, mode in modes.items() if mode != Mode.NONE}

"""The delta of one cluster after a revision: touched records as they are now (set), or their keys if gone (gone).

The audit log tells which records were touched; they are read again in the same transaction. So a delta always equals
the difference of two snapshots, whatever happened in between.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Row, bindparam, select
from sqlalchemy.orm import Session

from app.access.subscription_rules import namespace_of
from app.audit.trail import trail
from app.audit.trail.models import TrailEntry
from app.audit.trail.subjects import changes_mode, closes, moves, read
from app.platform.clock import now_ms
from app.rights import ruled_namespaces, snapshot_records, snapshots

MOST_ENTRIES = 2000
"""Beyond this many entries of the audit log a whole snapshot is cheaper than a delta."""

_RESOURCES = ("tenant", "namespace", "topic")


@dataclass
class _TouchedKeys:
    users: set[str] = field(default_factory=set)
    grants: set[int] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    ruled: set[str] = field(default_factory=set)
    keys: set[str] = field(default_factory=set)
    revoked: set[str] = field(default_factory=set)
    moved: set[str] = field(default_factory=set)


def changes_after(session: Session, cluster_id: int, after: int, now: int | None = None) -> dict[str, Any] | None:
    """The delta from revision `after` to now. None when the broker needs a snapshot (`after` is unknown or too old).

    Raises NotFound when the cluster is gone. `session` must read one consistent state.
    """
    cluster = snapshots.cluster_name(session, cluster_id)
    revision = trail.current_revision(session)
    entries = _entries(session, after, revision)
    if entries is None:
        return None
    touched = _touched_keys(entries, cluster)
    if touched.moved:
        touched.grants |= snapshot_records.grants_under_tenants(session, touched.moved)
        touched.names |= snapshot_records.invalid_under_tenants(session, touched.moved)
        touched.ruled |= ruled_namespaces.under_tenants(session, touched.moved)
    if len(touched.grants) > MOST_ENTRIES:
        return None
    return {
        "after": after,
        "revision": revision,
        **_read(session, cluster_id, touched, now_ms() if now is None else now),
    }


_TRAIL = TrailEntry.__table__.c
_LATER = select(_TRAIL.entity, _TRAIL.entity_key, _TRAIL.action, _TRAIL.before, _TRAIL.after, _TRAIL.revision)
_LATER = _LATER.where(_TRAIL.revision > bindparam("seen")).limit(MOST_ENTRIES + 1)


def _entries(session: Session, after: int, revision: int) -> list[Row[*tuple[Any, ...]]] | None:
    """The audit log's entries after a revision; None when they are too many or no longer complete."""
    if not 0 < after <= revision or revision - after > MOST_ENTRIES:
        return None
    if after == revision:
        return []
    entries = list(session.connection().execute(_LATER, {"seen": after}))
    if len(entries) > MOST_ENTRIES:
        return None
    # Every revision has at least one entry. If some revisions have none, old entries were deleted.
    return entries if len({entry.revision for entry in entries}) == revision - after else None


def _touched_keys(entries: Iterable[Row[*tuple[Any, ...]]], cluster: str) -> _TouchedKeys:
    """What the entries changed: keys of records that the delta has to read anew."""
    touched = _TouchedKeys()
    grants: list[tuple[int, Mapping[str, Any], Mapping[str, Any]]] = []
    for entity, key, action, before, after, _revision in entries:
        old, new = read(before), read(after)
        if entity == "user":
            touched.users.add(key)
        elif entity == "grant":
            grants.append((int(key), old, new))
        elif entity == "key":
            touched.keys.add(key)
        elif action in ("token.revoke", "revoked_token.create"):
            touched.revoked.add(key)
        elif entity == "subscription_rule":
            touched.ruled.add(namespace_of(key))
        elif entity in _RESOURCES:
            _touch_resource(touched, action, key, old, new)
    # While a tenant moves to other clusters, a grant's entry may name clusters older than this cluster's snapshot.
    touched.grants = {grant_id for grant_id, old, new in grants if touched.moved or _concerns(cluster, old, new)}
    return touched


def _touch_resource(
    touched: _TouchedKeys, action: str, key: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> None:
    if closes(action, before, after):
        touched.names.add(key)
    if changes_mode(before, after):
        touched.ruled.add(key)
    if action.startswith("tenant.") and moves(before, after):
        touched.moved.add(key)


def _concerns(cluster: str, *states: Mapping[str, Any]) -> bool:
    return any(state.get("clusters") == [] or cluster in state.get("clusters", (cluster,)) for state in states if state)


def _read(session: Session, cluster_id: int, touched: _TouchedKeys, now: int) -> dict[str, dict[str, Any]]:
    """The touched records as they are now, and the keys of those that are no more."""
    put: dict[str, Any] = {}
    gone: dict[str, Any] = {}

    def note(name: str, keys: set[Any], records: list[Any], key: str | None) -> None:
        present = {record[key] if key else record for record in records}
        if records:
            put[name] = records
        if keys - present:
            gone[name] = sorted(keys - present)

    if touched.users:
        note("users", touched.users, snapshot_records.users(session, touched.users), "name")
    if touched.grants:
        note("grants", touched.grants, snapshot_records.grants_by_id(session, cluster_id, touched.grants), "id")
    if touched.names:
        closed = snapshot_records.invalid(session, cluster_id)
        note("invalid", touched.names, [name for name in closed if name in touched.names], None)
    if touched.ruled:
        ruled = ruled_namespaces.records(session, cluster_id, touched.ruled)
        note("subscription_rules", touched.ruled, ruled, "namespace")
    if touched.keys:
        note("keys", touched.keys, [key for key in snapshot_records.keys(session) if key["kid"] in touched.keys], "kid")
    if touched.revoked:
        note("revoked", touched.revoked, snapshot_records.revoked_tokens(session, now, touched.revoked), "jti")
    return {"set": put, "gone": gone}

"""Where a grant in an explanation comes from: its role, since when the user is in it, who gave it and when.

Of the present from the tables, of the past from the trail; a fixed number of statements either way.
"""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.models import Grant, Role, UserRole
from app.access.rights import Snapshot
from app.audit.models import TrailEntry
from app.identity.models import User

Held = tuple[str, int]
"""(user name, grant id)"""


@dataclass(frozen=True, slots=True)
class Provenance:
    """What is known about a user's grant beside its rights. Times are epoch ms; None where nothing tells."""

    role_name: str
    personal: bool
    member_since: int | None
    granted_by: str | None
    granted_at: int | None
    remark: str | None


def of_now(session: Session, held: Collection[Held]) -> dict[Held, Provenance]:
    """Of grants as they are."""
    query = (
        select(Grant, Role.role_name, Role.personal_of, UserRole.add_time, User.id, User.username)
        .join(Role, Role.id == Grant.role_id)
        .join(UserRole, UserRole.role_id == Role.id)
        .join(User, User.id == UserRole.user_id)
        .where(Grant.id.in_(sorted({number for _, number in held})))
        .where(User.username.in_(sorted({name for name, _ in held})))
    )
    return {
        (username, given.id): Provenance(
            role, personal_of == user_id, since, given.granted_by, given.add_time, given.remark
        )
        for given, role, personal_of, since, user_id, username in session.execute(query)
    }


def of_then(session: Session, held: Collection[Held], snapshot: Snapshot) -> dict[Held, Provenance]:
    """Of grants as they were at the snapshot's revision, as the trail tells it."""
    roles = {number: snapshot.grants[number].role for _, number in held}
    given = _newest(_entries(session, snapshot.revision, "grant", {str(number) for number in roles}))
    renamed = _newest(_entries(session, snapshot.revision, "role", {str(role) for role in roles.values()}))
    joined: dict[tuple[str, Any], int] = {}
    for entry in _entries(session, snapshot.revision, "user", {name for name, _ in held}, "user.join"):
        joined[entry.entity_key, _content(entry).get("role_id")] = entry.time
    found: dict[Held, Provenance] = {}
    for name, number in held:
        facts = given.get(str(number), {})
        role = renamed.get(str(roles[number]), {}).get("name") or facts.get("role_name") or str(roles[number])
        found[name, number] = Provenance(
            role,
            # A user's name is taken by its personal role: no other role can be called so.
            role == name,
            joined.get((name, roles[number])),
            facts.get("granted_by"),
            facts.get("add_time"),
            facts.get("remark"),
        )
    return found


def time_of(session: Session, revision: int) -> int:
    """When the state of this revision began (epoch ms); 0 before the first change."""
    query = select(TrailEntry.time).where(TrailEntry.revision <= revision)
    return session.scalars(query.order_by(TrailEntry.revision.desc(), TrailEntry.id.desc()).limit(1)).first() or 0


def _entries(
    session: Session, revision: int, entity: str, keys: set[str], action: str | None = None
) -> Iterable[TrailEntry]:
    query = select(TrailEntry).where(TrailEntry.entity == entity, TrailEntry.entity_key.in_(sorted(keys)))
    if action is not None:
        query = query.where(TrailEntry.action == action)
    return session.scalars(query.where(TrailEntry.revision <= revision).order_by(TrailEntry.id))


def _newest(entries: Iterable[TrailEntry]) -> dict[str, dict[str, Any]]:
    return {entry.entity_key: _content(entry) for entry in entries}


def _content(entry: TrailEntry) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(entry.after) if entry.after else {}
    return found

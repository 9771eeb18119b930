"""Where a grant in an explanation comes from: its role, since when the user is a member, who gave it and when.

Current grants are read from the tables, past ones from the audit log, both with a fixed number of statements.
"""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.rights_snapshot import Snapshot
from app.audit.trail import history
from app.audit.trail.models import TrailEntry
from app.grants.models import Grant, Role, UserRole
from app.identity.models import User

Held = tuple[str, int]
"""(user name, grant id)"""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Facts about a user's grant besides its rights. Times are epoch ms; None where it is not recorded."""

    role_name: str
    personal: bool
    member_since: int | None
    granted_by: str | None
    granted_at: int | None
    remark: str | None


def of_current(session: Session, holdings: Collection[Held]) -> dict[Held, Provenance]:
    """The provenance of current grants."""
    query = (
        select(Grant, Role.role_name, Role.personal_of, UserRole.add_time, User.id, User.username)
        .join(Role, Role.id == Grant.role_id)
        .join(UserRole, UserRole.role_id == Role.id)
        .join(User, User.id == UserRole.user_id)
        .where(Grant.id.in_(sorted({grant_id for _, grant_id in holdings})))
        .where(User.username.in_(sorted({username for username, _ in holdings})))
    )
    return {
        (username, grant.id): Provenance(
            role, personal_of == user_id, since, grant.granted_by, grant.add_time, grant.remark
        )
        for grant, role, personal_of, since, user_id, username in session.execute(query)
    }


def of_past(session: Session, holdings: Collection[Held], snapshot: Snapshot) -> dict[Held, Provenance]:
    """The provenance of grants at the snapshot's revision, from the audit log."""
    at = snapshot.revision
    names = {username for username, _ in holdings}
    roles = {grant_id: snapshot.grants[grant_id].role for _, grant_id in holdings}
    grants = dict(history.contents_of(session, at, "grant", [str(grant_id) for grant_id in roles]))
    called = dict(history.contents_of(session, at, "role", [str(role) for role in roles.values()]))
    joined = {
        (username, member["role_id"]): member["add_time"]
        for username, member in history.contents_of(session, at, "member", names)
    }
    found: dict[Held, Provenance] = {}
    for username, grant_id in holdings:
        grant, role = grants.get(str(grant_id), {}), called.get(str(roles[grant_id]), {})
        title = str(role.get("role_name") or roles[grant_id])
        # A role with the name of the user is its personal role: no other role can have that name.
        since, facts = joined.get((username, roles[grant_id])), (grant.get(key) for key in _FACTS)
        found[username, grant_id] = Provenance(title, title == username, since, *facts)
    return found


_FACTS = ("granted_by", "add_time", "remark")


def time_of(session: Session, revision: int) -> int:
    """When the state of this revision began (epoch ms); 0 before the first change."""
    query = select(TrailEntry.time).where(TrailEntry.revision <= revision)
    return session.scalars(query.order_by(TrailEntry.revision.desc(), TrailEntry.id.desc()).limit(1)).first() or 0


def revision_at(session: Session, time: int) -> int:
    """The newest revision that was made up to this time (epoch ms); 0 before the first change."""
    query = select(TrailEntry.revision).where(TrailEntry.time <= time)
    return session.scalars(query.order_by(TrailEntry.time.desc(), TrailEntry.id.desc()).limit(1)).first() or 0

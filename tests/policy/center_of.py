"""Applies policies to a database without HTTP, and asks for decisions by names."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.decision import decide
from app.access.names import ResourceName
from app.audit.trail import trail
from app.desired_state.engine import center_reader
from app.desired_state.engine.state import CenterState
from app.desired_state.policy_file import apply, document, export, file_content
from app.desired_state.policy_file.changes import Plan
from app.desired_state.policy_file.comparison import Applier, Managed
from app.desired_state.policy_file.plan import plan
from app.grants.models import Role
from app.platform.database import Database
from app.rights import snapshots
from tests.factories import the_user

NOW = 1_800_000_000_000


def plan_file(
    session: Session,
    text: bytes | str,
    *,
    prune: frozenset[Managed] = frozenset(),
    scope: str | None = None,
    administrator: bool = True,
    now: int = NOW,
) -> tuple[Plan, CenterState]:
    """The plan of a file, and the state it was made from."""
    parsed, source = document.parse(text if isinstance(text, bytes) else text.encode())
    wishes = file_content.of(parsed, source)
    before = center_reader.read(session, scope, wishes.receivers())
    return plan(wishes, before, Applier("root", administrator), prune, now), before


def sentences(database: Database, text: bytes | str, **values: Any) -> list[str]:
    """The sentences of a plan."""
    with database.reading() as session:
        return [change.sentence for change in plan_file(session, text, **values)[0].changes]


def apply_file(database: Database, text: bytes | str, **values: Any) -> list[str]:
    """Apply a file as the administrator `root`; returns the sentences of what was done."""
    with database.writing() as session:
        trail.lock_revision(session)
        found, _ = plan_file(session, text, **values)
        carry_out(session, found, text)
    return [change.sentence for change in found.changes]


def carry_out(session: Session, plan: Plan, text: bytes | str) -> None:
    """Make the changes of a plan as the administrator `root`."""
    _, source = document.parse(text if isinstance(text, bytes) else text.encode())
    root = the_user(session, "root")
    apply.apply(session, root, Applier("root", True), plan, source, NOW)


def export_file(database: Database, scope: str | None = None, now: int = NOW) -> bytes:
    """The exported policy file."""
    with database.reading() as session:
        return export.file_bytes(center_reader.read(session, scope), now)


def revision(database: Database) -> int:
    """The current revision."""
    with database.reading() as session:
        return trail.current_revision(session)


Asked = tuple[str, str, str, int, str, str | None, int]
"""Cluster, principal, question, type, name, subscription, time (epoch ms)."""
Answer = tuple[bool, str, frozenset[tuple[str, int, str]]]


def decisions(database: Database, questions: list[Asked]) -> list[Answer]:
    """The decisions, by names because the ids of two centers differ. A grant is named by its role and place."""
    with database.reading() as session:
        before = center_reader.read(session)
        known = {name: snapshots.snapshot_of(session, number) for name, number in before.clusters.items()}
        roles = {role.id: role.role_name for role in session.scalars(select(Role))}
    found = []
    for cluster, principal, question, kind, name, subscription, now in questions:
        snapshot = known[cluster]
        answer = decide(snapshot, principal, question, ResourceName.of(kind, name), subscription=subscription, now=now)
        given = [snapshot.grants[grant_id] for grant_id in answer.grants]
        held = frozenset((roles[grant.role], grant.type, grant.name) for grant in given)
        found.append((answer.allowed, str(answer.reason), held))
    return found

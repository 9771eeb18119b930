"""The revision counter and the trail. Whatever changes, records: in the same transaction, in the same function."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import event, select, update
from sqlalchemy.orm import Session, sessionmaker

from app.audit.models import Revision, TrailEntry
from app.clock import now_ms

_NEWEST = select(Revision.__table__.c.revision).where(Revision.__table__.c.id == 1)
"""Prepared once: it is asked for at every poll and with every pushed change."""
_RECORDED = "recorded_revision"
"""In `Session.info`: (transaction, the revision under which it records)."""


def lock_revision(session: Session) -> int:
    """Wait for other writers, then hold the counter until the transaction ends; answers the current revision.

    Every changing transaction calls this before it reads what it bases its decision on. A sequence would not do:
    a change that commits late would never be delivered to a reader that already saw a higher number (spec 2).
    """
    session.execute(update(Revision).where(Revision.id == 1).values(revision=Revision.revision))
    return current_revision(session)


def current_revision(session: Session) -> int:
    """The number of the state that this transaction sees."""
    return int(session.connection().execute(_NEWEST).scalar_one())


def record(
    session: Session,
    actor: str,
    action: str,
    key: str,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    cluster: int | None = None,
) -> int:
    """Add one entry and answer its revision: the next one, shared by all entries of the transaction.

    `action` is `entity.verb`; `key` is what the broker's snapshot calls the entity; nothing secret goes in.
    """
    revision = _take_revision(session)
    session.add(
        TrailEntry(
            revision=revision,
            time=now_ms(),
            actor=actor,
            action=action,
            entity=action.partition(".")[0],
            entity_key=key,
            cluster=cluster,
            before=_json(before),
            after=_json(after),
        )
    )
    session.flush()
    return revision


def revision_of_change(session: Session) -> int:
    """The revision under which the running transaction records, or will."""
    return recorded(session) or current_revision(session) + 1


def recorded(session: Session) -> int | None:
    """The revision under which the running transaction has recorded something, or None."""
    transaction, revision = session.info.get(_RECORDED, (None, None))
    return revision if transaction is session.get_transaction() else None


def entries(
    session: Session, *, after: int = 0, entity: str | None = None, actor: str | None = None, limit: int = 50
) -> list[TrailEntry]:
    """The oldest entries after a revision, of one kind of entity or of one actor if named."""
    query = select(TrailEntry).where(TrailEntry.revision > after)
    if entity is not None:
        query = query.where(TrailEntry.entity == entity)
    if actor is not None:
        query = query.where(TrailEntry.actor == actor)
    return list(session.scalars(query.order_by(TrailEntry.id).limit(limit)))


def on_commit(sessions: sessionmaker[Session], call: Callable[[int], None]) -> None:
    """Have `call(revision)` called after each commit that recorded something, in the committing thread.

    It must be quick and must not raise: the change is done, whatever happens there.
    """

    def committed(session: Session) -> None:
        # A savepoint that is released is no commit.
        if session.get_nested_transaction() is None and (revision := recorded(session)) is not None:
            call(revision)

    event.listen(sessions, "after_commit", committed)


def _take_revision(session: Session) -> int:
    taken = recorded(session)
    # A savepoint that was rolled back has taken the revision back with it.
    if taken is None or current_revision(session) != taken:
        session.execute(update(Revision).where(Revision.id == 1).values(revision=Revision.revision + 1))
        taken = current_revision(session)
        session.info[_RECORDED] = session.get_transaction(), taken
    return taken


def _json(values: Mapping[str, Any] | None) -> str | None:
    return None if values is None else json.dumps(dict(values), ensure_ascii=False, sort_keys=True)

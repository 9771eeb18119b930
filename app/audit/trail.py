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
RECORDED = "recorded_revision"
"""In `Session.info`: the last revision that the running transaction recorded."""


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
    """Add one entry under the next revision and answer that revision.

    `action` is `entity.verb`; `key` is what the broker's snapshot calls the entity; nothing secret goes in.
    """
    session.execute(update(Revision).where(Revision.id == 1).values(revision=Revision.revision + 1))
    revision = current_revision(session)
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
    session.info[RECORDED] = revision
    return revision


def entries(
    session: Session, *, after: int = 0, entity: str | None = None, actor: str | None = None, limit: int = 50
) -> list[TrailEntry]:
    """The oldest entries after a revision, of one kind of entity or of one actor if named."""
    query = select(TrailEntry).where(TrailEntry.revision > after)
    if entity is not None:
        query = query.where(TrailEntry.entity == entity)
    if actor is not None:
        query = query.where(TrailEntry.actor == actor)
    return list(session.scalars(query.order_by(TrailEntry.revision).limit(limit)))


def on_commit(sessions: sessionmaker[Session], call: Callable[[int], None]) -> None:
    """Have `call(revision)` called after each commit that recorded something, in the committing thread.

    It must be quick and must not raise: the change is done, whatever happens there.
    """

    def committed(session: Session) -> None:
        if RECORDED in session.info:
            call(session.info[RECORDED])

    event.listen(sessions, "after_begin", lambda session, *_: session.info.pop(RECORDED, None))
    event.listen(sessions, "after_commit", committed)


def _json(values: Mapping[str, Any] | None) -> str | None:
    return None if values is None else json.dumps(dict(values), ensure_ascii=False, sort_keys=True)

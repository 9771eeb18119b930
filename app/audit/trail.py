"""The revision counter and the trail. Whatever changes, records: in the same transaction, in the same function."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.audit.models import Revision, TrailEntry
from app.clock import now_ms


def lock_revision(session: Session) -> int:
    """Wait for other writers, then hold the counter until the transaction ends; answers the current revision.

    Every changing transaction calls this before it reads what it bases its decision on. A sequence would not do:
    a change that commits late would never be delivered to a reader that already saw a higher number (spec 2).
    """
    session.execute(update(Revision).where(Revision.id == 1).values(revision=Revision.revision))
    return current_revision(session)


def current_revision(session: Session) -> int:
    """The number of the state that this transaction sees."""
    return session.scalars(select(Revision.revision).where(Revision.id == 1)).one()


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
    return revision


def _json(values: Mapping[str, Any] | None) -> str | None:
    return None if values is None else json.dumps(dict(values), ensure_ascii=False, sort_keys=True)

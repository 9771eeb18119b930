"""Back-ups in the audit log: each that `usercenter backup` makes is recorded there."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry

ACTION = "backup.make"


def newest(session: Session) -> int | None:
    """When the last one was made (epoch ms); None: none is known."""
    query = select(TrailEntry.time).where(TrailEntry.action == ACTION).order_by(TrailEntry.revision.desc())
    return session.scalar(query.limit(1))


def newest_or_begin(session: Session) -> int | None:
    """The same; before the first one, when the audit log began."""
    return newest(session) or session.scalar(select(TrailEntry.time).order_by(TrailEntry.id).limit(1))

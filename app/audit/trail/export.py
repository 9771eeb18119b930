"""The audit log for keeping elsewhere: every entry with its hashes, and the head in the service's log."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.audit.trail.models import TrailEntry
from app.platform.database import Database
from app.platform.settings import Settings
from app.platform.telemetry import logger

_log = logger(__name__)


def lines(session: Session, *, after: int, until: int) -> Iterator[dict[str, Any]]:
    """The entries of revisions `after` < r ≤ `until`, in chain order, as `app.audit.trail.chain` hashes them."""
    query = select(TrailEntry).where(TrailEntry.revision > after, TrailEntry.revision <= until)
    with session.execute(query.order_by(TrailEntry.id), execution_options={"yield_per": 1000}) as found:
        for entry in found.scalars():
            yield trail.export_line(entry)


def log_head(database: Database, _settings: Settings, _now: int) -> None:
    """Periodic job: writes the head to the service's log. Whoever forges the whole audit log cannot change that
    copy."""
    with database.reading() as session:
        _log.info("trail head", head=str(trail.newest(session)))

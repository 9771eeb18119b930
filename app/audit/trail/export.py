"""The audit log for keeping elsewhere: every entry with its hashes, and the head in the service's log."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from app.audit.trail import chain, trail
from app.audit.trail.models import TrailEntry
from app.platform.database import Database
from app.platform.settings import Settings
from app.platform.telemetry import logger

_log = logger(__name__)
_PART = 1000


def lines(session: Session, *, after: int, until: int) -> Iterator[dict[str, Any]]:
    """The entries of revisions `after` < r ≤ `until`, in chain order, as `app.audit.trail.chain` hashes them."""
    query = select(TrailEntry).where(TrailEntry.revision > after, TrailEntry.revision <= until)
    for entry in each(session, query.order_by(TrailEntry.id)):
        yield trail.export_line(entry)


def each(session: Session, query: Select[TrailEntry]) -> Iterator[TrailEntry]:
    """The entries of the query; never all of them are in memory."""
    with session.execute(query, execution_options={"yield_per": 1000}) as found:
        yield from found.scalars()


def in_parts(database: Database, query: Select[TrailEntry]) -> Iterator[TrailEntry]:
    """The same by number, for anybody: no connection is held while a slow client takes what it is sent."""
    after, found = 0, list[TrailEntry]()
    while after == 0 or len(found) == _PART:
        with database.reading() as session:
            found = list(session.scalars(query.where(TrailEntry.id > after).order_by(TrailEntry.id).limit(_PART)))
        yield from found
        after = found[-1].id if found else -1


def check_newest(session: Session, most: int = 1000) -> tuple[list[TrailEntry], str | None]:
    """The newest entries, newest first, and what is wrong with them first: each follows the one before, and the last
    is the head."""
    newest = list(session.scalars(select(TrailEntry).order_by(TrailEntry.id.desc()).limit(most)))
    begin = None
    if newest and newest[-1].previous_hash != chain.GENESIS:
        begin = chain.TrailHead(newest[-1].revision - 1, newest[-1].previous_hash)
    verifier = chain.Verifier(after=begin)
    found = [problem for entry in reversed(newest) for problem in verifier.feed(trail.export_line(entry))]
    found += verifier.finish(trail.newest(session))
    return newest, found[0].sentence if found else None


def log_head(database: Database, _settings: Settings, _now: int) -> None:
    """Periodic job: writes the head to the service's log. Whoever forges the whole audit log cannot change that
    copy."""
    with database.reading() as session:
        _log.info("trail head", head=str(trail.newest(session)))

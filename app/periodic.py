"""What the worker does again and again: reminders, expiry, purging. Several instances share the work.

Each run is claimed by one conditional UPDATE before it begins, so that of N instances one does it. A job opens its own
transactions, is written so that a repetition does no harm, and gets (database, settings, now in epoch ms). Not
APScheduler 3: each instance would run each job.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import or_, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from app.brokers import housekeeping as brokers_housekeeping
from app.database import BIGINT, Base, Database, exact_string
from app.findings import pruning
from app.identity import ended_secrets
from app.remediation import notice_period
from app.requests import housekeeping, reminders
from app.settings import Settings
from app.telemetry import logger
from app.trail import export

_log = logger(__name__)
Work = Callable[[Database, Settings, int], None]


class PeriodicRun(Base):
    """When a periodic job is due next, over all instances."""

    __tablename__ = "sys_periodic_run"

    name: Mapped[str] = mapped_column(exact_string(64), primary_key=True)
    next_run: Mapped[int] = mapped_column(BIGINT)
    last_run: Mapped[int | None] = mapped_column(BIGINT)


@dataclass(frozen=True)
class PeriodicJob:
    """Something to do every `seconds`. `name` (at most 64 characters) stays: it is the row's key."""

    name: str
    seconds: int
    work: Work


JOBS: tuple[PeriodicJob, ...] = (
    PeriodicJob("requests.housekeeping", 60, housekeeping.run),
    PeriodicJob("brokers.housekeeping", 60, brokers_housekeeping.run),
    PeriodicJob("requests.reminders", 3600, reminders.run),
    PeriodicJob("identity.ended_secrets", 30, ended_secrets.run),
    PeriodicJob("trail.head", 3600, export.log_head),
    PeriodicJob("audit.pruning", 600, pruning.run),
    PeriodicJob("remediation.notice_period", 10, notice_period.run),
)
"""Add a job here."""


def run_due(
    database: Database,
    settings: Settings,
    now: int,
    *,
    jobs: Sequence[PeriodicJob] = JOBS,
    ended: Callable[[], bool] = lambda: False,
) -> list[str]:
    """Do what is due, one after the other; answers the names of what was done. A job that fails is tried next time."""
    done = []
    for job in jobs:
        if ended() or not claim(database, job, now):
            continue
        try:
            job.work(database, settings, now)
            done.append(job.name)
        except Exception:
            _log.exception("a periodic job failed", job=job.name)
    return done


def claim(database: Database, job: PeriodicJob, now: int) -> bool:
    """True for one of those who ask at the same time, when the job is due."""
    if not _is_due(database, job, now):
        return False
    with database.writing() as session:
        taken: Any = session.execute(
            update(PeriodicRun)
            .where(PeriodicRun.name == job.name, _due(job, now))
            .values(next_run=now + job.seconds * 1000, last_run=now)
        )
        return bool(taken.rowcount == 1)


def _is_due(database: Database, job: PeriodicJob, now: int) -> bool:
    """Read first: most of the time nothing is due, and nobody should wait for a writer then."""
    with database.reading() as session:
        row = session.get(PeriodicRun, job.name)
    if row is not None:
        return row.next_run <= now or row.next_run > now + job.seconds * 1000
    try:
        with database.writing() as session:
            session.add(PeriodicRun(name=job.name, next_run=0))
    except IntegrityError:  # another instance has just written the row; the claim tells who begins
        _log.debug("another instance was faster", job=job.name)
    return True


def _due(job: PeriodicJob, now: int) -> Any:
    # A next run later than the job's pause was written by a clock that was ahead: do not wait for it.
    return or_(PeriodicRun.next_run <= now, PeriodicRun.next_run > now + job.seconds * 1000)

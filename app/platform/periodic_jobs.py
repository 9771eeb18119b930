"""Periodic jobs of the worker: reminders, expiry, pruning. Several instances share the work.

A run is claimed by one conditional UPDATE before it begins, so that one of N instances does it. A job opens its own
transactions, may be repeated without harm, and gets (database, settings, now in epoch ms). Not APScheduler 3: every
instance would run every job.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from app.platform.database import BIGINT, Base, Database, exact_string
from app.platform.settings import Settings
from app.platform.telemetry import logger

_log = logger(__name__)
CENTER = "center"
Work = Callable[[Database, Settings, int], None]
LongWork = Callable[[Database, Settings, int, Callable[[], bool]], None]
"""The last argument tells whether the process ends: it then stops, and is done again later."""


class PeriodicRun(Base):
    """When a periodic job is due next, for all instances."""

    __tablename__ = "sys_periodic_run"

    name: Mapped[str] = mapped_column(exact_string(64), primary_key=True)
    next_run: Mapped[int] = mapped_column(BIGINT)
    last_run: Mapped[int | None] = mapped_column(BIGINT)


@dataclass(frozen=True)
class PeriodicJob:
    """A job that runs every `seconds`. `name` (at most 64 characters) must not change: it is the key of the row."""

    name: str
    seconds: int
    work: Work | None
    lane: str = CENTER
    """Jobs of one lane follow one another. Who talks to somebody outside has a lane of its own, so that nobody who is
    slow delays what rights wait for."""
    long: LongWork | None = None
    """Instead of `work`, for what may take minutes."""

    def do(self, database: Database, settings: Settings, now: int, ended: Callable[[], bool]) -> None:
        """Run the job once."""
        if self.long is not None:
            self.long(database, settings, now, ended)
        elif self.work is not None:
            self.work(database, settings, now)


def run_due(
    database: Database,
    settings: Settings,
    now: int,
    jobs: Sequence[PeriodicJob],
    *,
    lane: str | None = None,
    ended: Callable[[], bool] = lambda: False,
) -> list[str]:
    """Run those of the jobs that are due, one after the other; `lane`: only those of this lane. Returns their names. A
    failed job is tried again when next due."""
    done = []
    for job in _seen_due(database, [job for job in jobs if lane in (None, job.lane)], now):
        if ended() or not claim(database, job, now):
            continue
        try:
            job.do(database, settings, now, ended)
            done.append(job.name)
        except Exception:
            _log.exception("a periodic job failed", job=job.name)
    return done


def claim(database: Database, job: PeriodicJob, now: int) -> bool:
    """True for one of several simultaneous callers, when the job is due."""
    with database.writing() as session:
        taken: Any = session.execute(
            update(PeriodicRun)
            .where(PeriodicRun.name == job.name, _due(job, now))
            .values(next_run=now + job.seconds * 1000, last_run=now)
        )
        return bool(taken.rowcount == 1)


def _seen_due(database: Database, jobs: Sequence[PeriodicJob], now: int) -> list[PeriodicJob]:
    """Reads first, for all of them: mostly nothing is due, and then nobody should wait for a writer."""
    with database.reading() as session:
        query = select(PeriodicRun.name, PeriodicRun.next_run).where(PeriodicRun.name.in_([job.name for job in jobs]))
        next_runs: dict[str, int] = dict(session.execute(query).all())
    for job in jobs:
        if job.name not in next_runs:
            next_runs[job.name] = _add(database, job)
    return [job for job in jobs if not now < next_runs[job.name] <= now + job.seconds * 1000]


def _add(database: Database, job: PeriodicJob) -> int:
    try:
        with database.writing() as session:
            session.add(PeriodicRun(name=job.name, next_run=0))
    except IntegrityError:  # another instance has just inserted the row; the claim decides who runs the job
        _log.debug("another instance was faster", job=job.name)
    return 0


def _due(job: PeriodicJob, now: int) -> Any:
    # A next run later than the interval was written by a clock that was ahead; it is ignored.
    return or_(PeriodicRun.next_run <= now, PeriodicRun.next_run > now + job.seconds * 1000)

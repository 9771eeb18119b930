"""The row of an import while a worker has it: the claim, renewed while the worker lives, as several share a database;
progress, the end, and what was refused."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.desired_state.engine.steps import Step
from app.desired_state.importing import made, runs
from app.desired_state.importing.models import FAILED, RUNNING, Import
from app.desired_state.importing.report_lines import sentence_values, words_of
from app.desired_state.importing.sentences import Sentence
from app.identity.accounts import administrators
from app.identity.models import User
from app.platform.clock import later_than, now_ms
from app.platform.database import Database
from app.platform.telemetry import logger

CLAIM_MS = 20_000
"""How long the import of a killed worker waits for another one."""
_RENEW_SECONDS = 5.0
_TELL_SECONDS = 0.5
RefusedStep = tuple[Step, Sentence]
"""A step that could not be made, and why."""
_log = logger(__name__)


class ImportStop(Exception):
    """The import was cancelled, or the process ends."""


@dataclass
class Progress:
    """Of the import `number`. `ended` returns True when it is to stop early."""

    database: Database
    number: int
    ended: Callable[[], bool]
    _last_told: float = field(default=0.0)

    @contextmanager
    def reading(self) -> Iterator[tuple[Session, Import]]:
        """One consistent state, with the import's row."""
        with self.database.reading() as session:
            yield session, session.get_one(Import, self.number)

    @contextmanager
    def writing(self) -> Iterator[tuple[Session, Import]]:
        """One transaction of the import, with its row; the revision is locked."""
        with self.database.writing() as session:
            session.info[trail.ORIGIN] = trail.EntryOrigin(made.origin(self.number))
            trail.lock_revision(session)
            yield session, session.get_one(Import, self.number)

    @contextmanager
    def acting(self, state: str) -> Iterator[tuple[Session, Import, User]]:
        """One transaction in the name of who applies the import or takes it back.

        Raises ImportStop when its state is another one by now, or that user is no administrator any more.
        """
        with self.writing() as (session, run):
            if run.state != state:
                raise ImportStop
            by = _administrator(session, run)
            if by is None:
                runs.end(session, run.applied_by or "", run, FAILED, now_ms(), "who applies it is no administrator")
                session.commit()
                raise ImportStop
            yield session, run, by
            run.update_time = later_than(run.update_time, now_ms())

    def refuse(self, refused: list[RefusedStep]) -> None:
        """Store the steps that were not made, and why."""
        with self.database.writing() as session:
            add_refused(session.get_one(Import, self.number), refused)

    def tell(self, what: str, done: int, of: int, calls: int | None, *, at_once: bool = False) -> None:
        """Store the progress now and then; notice that the import was cancelled. Raises Stopped."""
        if self.ended():
            raise ImportStop
        if not at_once and time.monotonic() - self._last_told < _TELL_SECONDS:
            return
        self._last_told = time.monotonic()
        values: dict[str, Any] = {} if calls is None else {"calls": calls}
        self.change(end=None, step=what, done=done, total=of, **values)

    def change(self, *, end: str | None = None, **values: Any) -> None:
        """Change the row. Raises Stopped when the import has ended meanwhile."""
        with self.writing() as (session, run):
            if run.state not in RUNNING:
                raise ImportStop
            for name, value in values.items():
                setattr(run, name, value)
            run.update_time = later_than(run.update_time, now_ms())
            if end is not None:
                runs.end(session, run.applied_by or run.started_by, run, end, now_ms())

    def fail(self, message: str) -> None:
        """End the import, unless it has ended."""
        with self.writing() as (session, run):
            if run.state in RUNNING:
                runs.end(session, run.applied_by or run.started_by, run, FAILED, now_ms(), message)


def _administrator(session: Session, run: Import) -> User | None:
    """Who applies it, if still allowed to."""
    by = session.get(User, run.applied_by_id or 0)
    if by is None or by.status != "active":
        return None
    return by if by.id in {administrator.id for administrator in administrators.in_force(session, now_ms())} else None


def add_refused(run: Import, refused: list[RefusedStep]) -> None:
    """Add steps that were not made to the row."""
    lines = json.loads(run.refused)
    for step, why in refused:
        words = words_of(step)
        lines.append({"kind": words.kind, "name": words.name, **sentence_values("why", why)})
    run.refused = json.dumps(lines)


def due(database: Database, now: int) -> list[int]:
    """Imports with something to do that no worker has."""
    with database.reading() as session:
        query = select(Import.id).where(Import.state.in_(RUNNING), Import.claimed_until <= now).order_by(Import.id)
        return list(session.scalars(query))


@contextmanager
def claim(database: Database, number: int, now: int) -> Iterator[bool]:
    """Claim an import for the block; False when another worker was faster. The claim ends with the block."""
    if not _set(database, number, now + CLAIM_MS, Import.claimed_until <= now):
        yield False
        return
    end = threading.Event()
    renewing = threading.Thread(target=_renew, args=(database, number, end), name="import-claim", daemon=True)
    renewing.start()
    try:
        yield True
    finally:
        end.set()
        renewing.join()
        _set(database, number, 0)


def _renew(database: Database, number: int, end: threading.Event) -> None:
    while not end.wait(_RENEW_SECONDS):
        try:
            _set(database, number, now_ms() + CLAIM_MS)
        except Exception:
            _log.exception("the claim of an import could not be renewed", number=number)


def _set(database: Database, number: int, until: int, *conditions: Any) -> bool:
    with database.writing() as session:
        wanted = Import.id == number, Import.state.in_(RUNNING), *conditions
        done: Any = session.execute(update(Import).where(*wanted).values(claimed_until=until))
        return bool(done.rowcount == 1)

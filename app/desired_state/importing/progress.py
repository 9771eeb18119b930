"""The row of an import while a worker has it: its progress, its end, what was refused."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.desired_state.importing import applying, made, runs
from app.desired_state.importing.models import FAILED, RUNNING, Import
from app.desired_state.importing.report_lines import sentence_values
from app.desired_state.importing.step_words import kind_of, name_of
from app.platform.clock import later_than, now_ms
from app.platform.database import Database

_TELL_SECONDS = 0.5


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
    def writing(self) -> Iterator[tuple[Session, Import]]:
        """One transaction of the import, with its row; the revision is locked."""
        with self.database.writing() as session:
            session.info[trail.ORIGIN] = trail.EntryOrigin(made.origin(self.number))
            trail.lock_revision(session)
            yield session, session.get_one(Import, self.number)

    def refuse(self, refused: list[applying.RefusedStep]) -> None:
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


def add_refused(run: Import, refused: list[applying.RefusedStep]) -> None:
    """Add steps that were not made to the row."""
    lines = json.loads(run.refused)
    lines += [{"kind": kind_of(step), "name": name_of(step), **sentence_values("why", why)} for step, why in refused]
    run.refused = json.dumps(lines)

"""The row of an import while a worker has it: its progress, its end, what was refused."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.orm import Session

from app.clock import later_than, now_ms
from app.database import Database
from app.importing import applying, made, runs
from app.importing.lines import said
from app.importing.models import FAILED, RUNNING, Import
from app.importing.steps import KINDS, name_of
from app.trail import trail

_TELL_SECONDS = 0.5


class Stopped(Exception):
    """The import was cancelled, or the process ends."""


@dataclass
class Progress:
    """Of the import `number`. `ended`: asked whether to stop before the end."""

    database: Database
    number: int
    ended: Callable[[], bool]
    _told: float = field(default=0.0)

    @contextmanager
    def writing(self) -> Iterator[tuple[Session, Import]]:
        """One transaction of the import, with its row; the revision is locked."""
        with self.database.writing() as session:
            session.info[trail.ORIGIN] = trail.EntryOrigin(made.origin(self.number))
            trail.lock_revision(session)
            yield session, session.get_one(Import, self.number)

    def refuse(self, refused: list[applying.Refused]) -> None:
        """Store the steps that were not made, and why."""
        with self.database.writing() as session:
            add_refused(session.get_one(Import, self.number), refused)

    def tell(self, what: str, done: int, of: int, calls: int | None, *, at_once: bool = False) -> None:
        """Store the progress now and then; notice that the import was cancelled. Raises Stopped."""
        if self.ended():
            raise Stopped
        if not at_once and time.monotonic() - self._told < _TELL_SECONDS:
            return
        self._told = time.monotonic()
        values: dict[str, Any] = {} if calls is None else {"calls": calls}
        self.change(end=None, step=what, done=done, total=of, **values)

    def change(self, *, end: str | None = None, **values: Any) -> None:
        """Change the row. Raises Stopped when the import has ended meanwhile."""
        with self.writing() as (session, found):
            if found.state not in RUNNING:
                raise Stopped
            for name, value in values.items():
                setattr(found, name, value)
            found.update_time = later_than(found.update_time, now_ms())
            if end is not None:
                runs.end(session, found.applied_by or found.started_by, found, end, now_ms())

    def fail(self, message: str) -> None:
        """End the import, unless it has ended."""
        with self.writing() as (session, found):
            if found.state in RUNNING:
                runs.end(session, found.applied_by or found.started_by, found, FAILED, now_ms(), message)


def add_refused(found: Import, refused: list[applying.Refused]) -> None:
    """Add steps that were not made to the row."""
    told = json.loads(found.refused)
    told += [{"kind": KINDS[type(step)], "name": name_of(step), **said("why", why)} for step, why in refused]
    found.refused = json.dumps(told)

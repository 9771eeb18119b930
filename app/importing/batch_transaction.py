"""One batch of an import in one transaction, in the name of who applies it or takes it back."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.orm import Session

from app.accounts import administrators
from app.clock import later_than, now_ms
from app.identity.models import User
from app.importing import applying, runs, undo_batch
from app.importing.made import Made
from app.importing.models import APPLYING, FAILED, UNDOING, Import
from app.importing.progress import Progress, Stopped, add_refused
from app.importing.steps import Step
from app.importing.undoing import Kept
from app.resources.models import Cluster


def make(progress: Progress, steps: list[Step], done: int) -> None:
    """Make the steps. `done`: how many steps of the plan are behind the import then.

    Raises Stopped when the import has ended, or who applies it is no administrator any more; StepRefused.
    """
    with _writing(progress, APPLYING) as (session, found, by):
        before = len(json.loads(found.refused))
        unmade = applying.apply(session, by, session.get_one(Cluster, found.cluster), steps, now_ms())
        add_refused(found, unmade)
        found.done, found.applied = done, found.applied + len(steps) - (len(json.loads(found.refused)) - before)
        found.update_time = later_than(found.update_time, now_ms())


def take_back(progress: Progress, things: list[Made], done: int) -> list[Kept]:
    """Take things of the import back. `done`: how many things are behind it then. Returns what stays. Raises Stopped as
    `make` does."""
    with _writing(progress, UNDOING) as (session, found, by):
        gone, kept = undo_batch.take_back(session, by, things, now_ms())
        found.done, found.applied = done, max(0, found.applied - gone)
        found.update_time = later_than(found.update_time, now_ms())
    return kept


@contextmanager
def _writing(progress: Progress, state: str) -> Iterator[tuple[Session, Import, User]]:
    with progress.writing() as (session, found):
        if found.state != state:
            raise Stopped
        by = _administrator(session, found)
        if by is None:
            runs.end(session, found.applied_by or "", found, FAILED, now_ms(), "who applies it is no administrator")
            session.commit()
            raise Stopped
        yield session, found, by


def _administrator(session: Session, found: Import) -> User | None:
    """Who applies it, if still allowed to."""
    by = session.get(User, found.applied_by_id or 0)
    if by is None or by.status != "active":
        return None
    return by if by.id in {one.id for one in administrators.in_force(session, now_ms())} else None

"""One batch of an import in one transaction, in the name of who applies it or takes it back."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.orm import Session

from app.desired_state.engine.steps import Step
from app.desired_state.importing import applying, runs, undo_batch
from app.desired_state.importing.made import MadeThing
from app.desired_state.importing.models import APPLYING, FAILED, UNDOING, Import
from app.desired_state.importing.progress import ImportStop, Progress, add_refused
from app.desired_state.importing.undoing import KeptThing
from app.identity.accounts import administrators
from app.identity.models import User
from app.platform.clock import later_than, now_ms
from app.resources.models import Cluster


def make(progress: Progress, steps: list[Step], done: int) -> None:
    """Make the steps. `done`: how many steps of the plan are behind the import then.

    Raises ImportStop when the import has ended, or who applies it is no administrator any more; StepRefused.
    """
    with _writing(progress, APPLYING) as (session, run, by):
        before = len(json.loads(run.refused))
        unmade = applying.apply(session, by, session.get_one(Cluster, run.cluster), steps, now_ms())
        add_refused(run, unmade)
        run.done, run.applied = done, run.applied + len(steps) - (len(json.loads(run.refused)) - before)
        run.update_time = later_than(run.update_time, now_ms())


def take_back(progress: Progress, things: list[MadeThing], done: int) -> list[KeptThing]:
    """Take things of the import back. `done`: how many things are behind it then. Returns what stays. Raises
    ImportStop as `make` does."""
    with _writing(progress, UNDOING) as (session, run, by):
        gone, kept = undo_batch.take_back(session, by, things, now_ms())
        run.done, run.applied = done, max(0, run.applied - gone)
        run.update_time = later_than(run.update_time, now_ms())
    return kept


@contextmanager
def _writing(progress: Progress, state: str) -> Iterator[tuple[Session, Import, User]]:
    with progress.writing() as (session, run):
        if run.state != state:
            raise ImportStop
        by = _administrator(session, run)
        if by is None:
            runs.end(session, run.applied_by or "", run, FAILED, now_ms(), "who applies it is no administrator")
            session.commit()
            raise ImportStop
        yield session, run, by


def _administrator(session: Session, run: Import) -> User | None:
    """Who applies it, if still allowed to."""
    by = session.get(User, run.applied_by_id or 0)
    if by is None or by.status != "active":
        return None
    return by if by.id in {administrator.id for administrator in administrators.in_force(session, now_ms())} else None

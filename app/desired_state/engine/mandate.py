"""In whose name steps are carried out, and how: what a front end decides."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy.orm import Session

from app.desired_state.engine.steps import Step
from app.identity.models import User
from app.platform.errors import Conflict, UserCenterError
from app.resources.job_order import PENDING


class DiffersError(Conflict):
    """What exists differs from the step, and is kept."""

    def __init__(self) -> None:
        super().__init__("It exists and differs: it stays so.")


class GoneError(Conflict):
    """Something that a step is about is not there any more."""


Refuse = Callable[[Step, UserCenterError, bool], None]
"""Called with a refused step, the error, and whether something of the step may be written. It may raise, or note it."""


def end_all(_step: Step, error: UserCenterError, _written: bool) -> None:
    """The first refusal ends everything."""
    raise error


@dataclass(frozen=True)
class Mandate:
    """`keeps`: what exists is never changed. `cluster`: has everything already, and is asked for nothing; `job_state`
    READY: so are the others."""

    session: Session
    by: User
    now: int
    refuse: Refuse = end_all
    administers: bool = False
    """`by` administers the center: it gets no owner's grants, and may leave a sub-account more than its main account
    holds."""
    keeps: bool = False
    cluster: int | None = None
    job_state: str = PENDING

    @property
    def actor(self) -> str:
        """As the audit log names the user."""
        return self.by.username

    @contextmanager
    def attempt(self, step: Step, *, writes: bool = True) -> Iterator[None]:
        """What the block refuses is refused of the step. `writes`: it may have written something before."""
        try:
            yield
        except UserCenterError as error:
            self.refuse(step, error, writes and not isinstance(error, DiffersError))

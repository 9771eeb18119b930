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


OnRefusal = Callable[[Step, UserCenterError, bool], None]
"""Called with a refused step, the error, and whether something of the step may be written. It may raise, or note it."""


def end_all(_step: Step, error: UserCenterError, _written: bool) -> None:
    """The first refusal ends everything."""
    raise error


@dataclass(frozen=True)
class Mandate:
    """`keeps_existing`: what exists is never changed. `cluster`: gets no jobs. `job_state` READY: no cluster does."""

    session: Session
    user: User
    now: int
    on_refusal: OnRefusal = end_all
    is_administrator: bool = False
    """Then the user gets no owner's grants, and may leave a sub-account more than its main account holds."""
    keeps_existing: bool = False
    cluster: int | None = None
    job_state: str = PENDING

    @property
    def actor(self) -> str:
        """As the audit log names the user."""
        return self.user.username

    @contextmanager
    def attempt(self, step: Step, *, may_have_written: bool = True) -> Iterator[None]:
        """A UserCenterError in the block goes to `on_refusal`. `may_have_written`: the block may write before it."""
        try:
            yield
        except UserCenterError as error:
            self.on_refusal(step, error, may_have_written and not isinstance(error, DiffersError))

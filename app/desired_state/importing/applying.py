"""Makes steps of a plan, a batch in one transaction: rows, entries of the audit log, no jobs for the cluster.

The cluster has everything already, so resources are stored as ready there and no job is made: it would find the same,
or make again what somebody has removed meanwhile. What the center has already is kept as it is.
"""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from app.desired_state.engine import execution
from app.desired_state.engine.mandate import DiffersError, GoneError, Mandate
from app.desired_state.engine.steps import CreationStep, RightsStep, RuleStep, Step, count_that_fit
from app.desired_state.importing import sentences
from app.desired_state.importing.models import APPLYING
from app.desired_state.importing.progress import Progress, RefusedStep, add_refused
from app.desired_state.importing.sentences import Sentence
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.errors import UserCenterError
from app.resources.job_order import READY
from app.resources.models import Cluster

MOST = 600
"""Steps of one batch, which is one revision."""


class StepRefused(Exception):
    """A step raised after it had written something: the batch is to be made again without it."""

    def __init__(self, step: Step, why: Sentence) -> None:
        super().__init__(why.text)
        self.step, self.why = step, why


def first_batch(steps: Sequence[Step]) -> int:
    """How many of the first steps fit into one transaction."""
    return count_that_fit(steps[:MOST], keeps_existing=True)


def make(progress: Progress, steps: Sequence[Step], done: int) -> None:
    """Make the steps in one transaction. `done`: how many steps of the plan are behind the import then.

    Raises ImportStop when the import has ended, or who applies it is no administrator any more; StepRefused.
    """
    with progress.acting(APPLYING) as (session, run, by):
        refused = apply(session, by, session.get_one(Cluster, run.cluster), steps, now_ms())
        add_refused(run, refused)
        run.done, run.applied = done, run.applied + len(steps) - len(refused)


def apply(session: Session, by: User, cluster: Cluster, steps: Sequence[Step], now: int) -> list[RefusedStep]:
    """Make the steps in the name of `by`, who administers the center. Returns those that could not be made.

    Raises StepRefused: nothing is made then.
    """
    refused: list[RefusedStep] = []

    def refuse(step: Step, error: UserCenterError, written: bool) -> None:
        if written:
            raise StepRefused(step, _why(error)) from error
        refused.append((step, _why(error)))

    mandate = Mandate(
        session, by, now, refuse, is_administrator=True, keeps_existing=True, cluster=cluster.id, job_state=READY
    )
    execution.carry_out(mandate, sorted(steps, key=_is_late))
    return refused


def _is_late(step: Step) -> bool:
    """What `consume` means is said after the tenants, before all that is in them."""
    return isinstance(step, RuleStep | RightsStep) or (isinstance(step, CreationStep) and step.above is not None)


def _why(error: UserCenterError) -> Sentence:
    if isinstance(error, DiffersError):
        return sentences.why("changed_meanwhile")
    return sentences.why("gone_meanwhile") if isinstance(error, GoneError) else sentences.of_error(error)

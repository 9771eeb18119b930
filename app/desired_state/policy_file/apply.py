"""Carries out the plan of a file: completely or not at all. The first refusal ends it, and names the change."""

from sqlalchemy.orm import Session

from app.desired_state.engine import execution
from app.desired_state.engine.mandate import Mandate
from app.desired_state.engine.steps import Step
from app.desired_state.policy_file.changes import Change, Plan
from app.desired_state.policy_file.comparison import Applier
from app.desired_state.policy_file.strict_yaml import Source
from app.identity.models import User
from app.platform.errors import UserCenterError


def apply(session: Session, by: User, applier: Applier, plan: Plan, source: Source, now: int) -> None:
    """Make all changes of the plan. `now` in epoch ms.

    Raises what the functions of the domain raise, with `change` (the sentence) and `line` added.
    """
    changes = {id(change.step): change for change in plan.changes}

    def refuse(step: Step, error: UserCenterError, _written: bool) -> None:
        name(error, changes[id(step)], source)
        raise error

    mandate = Mandate(session, by, now, refuse, is_administrator=applier.is_administrator)
    execution.carry_out(mandate, [change.step for change in plan.changes])


def name(error: UserCenterError, change: Change, source: Source) -> None:
    """Add to the error the change that it is about, and the line of the file."""
    error.extra.setdefault("change", change.sentence)
    error.extra.setdefault("line", source.line(change.path) if change.path else None)

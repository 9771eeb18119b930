"""How much of a plan is applied at once, as no other writer gets in meanwhile (decision 0059). Pure."""

from __future__ import annotations

from app.desired_state.engine.steps import CreationStep, GrantStep, ResourceStep, UserStep
from app.desired_state.policy_file.changes import Change, Plan
from app.platform.errors import InvalidInput

MOST = 1000
"""Statements that one transaction may send to the database, by estimate."""
_OTHER = 12


def first(plan: Plan) -> int:
    """How many changes, from the first, fit into one transaction: at least one."""
    left = MOST
    for number, change in enumerate(plan.changes):
        left -= _cost(change)
        if left < 0:
            return max(number, 1)
    return len(plan.changes)


def refuse_too_much(plan: Plan) -> None:
    """Raises InvalidInput `too_many_changes`, with the number that fits, for a plan that does not fit."""
    if (fits := first(plan)) < len(plan.changes):
        raise InvalidInput(
            f"These are {len(plan.changes)} changes, and the first {fits} of them can be made at once. Apply the file "
            "in parts: with in_parts=true until nothing remains, which `usercenter apply` does by itself; or apply "
            "files with less in them.",
            code="too_many_changes",
            changes=len(plan.changes),
            most=fits,
        )


def _cost(change: Change) -> int:
    step = change.step
    if isinstance(step, CreationStep):
        return 1 if step.above is not None else _OTHER
    if isinstance(step, GrantStep):
        return 3 * max(1, len(step.wanted))
    return 2 * _OTHER if isinstance(step, UserStep | ResourceStep) and step.gone else _OTHER

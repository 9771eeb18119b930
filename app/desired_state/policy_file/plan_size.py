"""How much of a plan is applied at once, as no other writer gets in meanwhile (decision 0059). Pure."""

from app.desired_state.engine import step_cost
from app.desired_state.policy_file.changes import Plan
from app.platform.errors import InvalidInput

MOST = step_cost.MOST_STATEMENTS


def first(plan: Plan) -> int:
    """How many changes, from the first, fit into one transaction: at least one."""
    return step_cost.count_that_fit((change.step for change in plan.changes), MOST)


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

"""How many steps fit into one transaction, so that others wait for moments only (decisions 0059, 0069). Pure."""

from collections.abc import Iterable, Mapping

from app.access.names import ResourceType
from app.desired_state.engine.steps import (
    ConsumeStep,
    CreationStep,
    GrantStep,
    ResourceStep,
    RoleStep,
    RuleStep,
    Step,
    UserStep,
)

MOST_STATEMENTS = 1000
"""That one transaction may send to the database, by estimate."""
_USUAL_COST = 12
"""Of a step that runs by itself, by estimate."""
_COST_WHERE_KEPT: Mapping[type, int] = {ConsumeStep: 4, RoleStep: 6, RuleStep: 9}
"""Of a step that never changes what exists."""


def count_that_fit(steps: Iterable[Step], most: int = MOST_STATEMENTS, *, keeps_existing: bool = False) -> int:
    """How many steps, from the first, fit into so many statements: at least one, if there are any."""
    left, count = most, 0
    for count, step in enumerate(steps, 1):
        left -= _cost(step, keeps_existing=keeps_existing)
        if left < 0:
            return max(count - 1, 1)
    return count


def _cost(step: Step, *, keeps_existing: bool) -> int:
    if keeps_existing and type(step) in _COST_WHERE_KEPT:
        return _COST_WHERE_KEPT[type(step)]
    if isinstance(step, CreationStep):
        if keeps_existing and step.place[0] == ResourceType.NAMESPACE:
            return 2  # its mode may be set, too
        return 1 if step.above is not None else _USUAL_COST
    if isinstance(step, GrantStep):
        return 1 if keeps_existing else 3 * max(1, len(step.wanted))
    return 2 * _USUAL_COST if isinstance(step, UserStep | ResourceStep) and step.delete else _USUAL_COST

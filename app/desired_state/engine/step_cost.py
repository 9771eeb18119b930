"""How many steps fit into one transaction, so that others wait for moments only (decisions 0059, 0069). Pure."""

from collections.abc import Iterable, Mapping

from app.access.names import ResourceType
from app.desired_state.engine.steps import (
    CreationStep,
    GrantStep,
    ResourceStep,
    RoleStep,
    RuleStep,
    SettingStep,
    Step,
    UserStep,
)

MOST_STATEMENTS = 1000
"""That one transaction may send to the database, by estimate."""
_OTHER = 12
_WHERE_KEPT: Mapping[type, int] = {SettingStep: 4, RoleStep: 6, RuleStep: 9}


def count_that_fit(steps: Iterable[Step], most: int = MOST_STATEMENTS, *, keeps: bool = False) -> int:
    """How many steps, from the first, fit into so many statements: at least one. `keeps`: what exists is kept."""
    left, count = most, 0
    for count, step in enumerate(steps, 1):
        left -= _cost(step, keeps=keeps)
        if left < 0:
            return max(count - 1, 1)
    return count


def _cost(step: Step, *, keeps: bool) -> int:
    if keeps and type(step) in _WHERE_KEPT:
        return _WHERE_KEPT[type(step)]
    if isinstance(step, CreationStep):
        if keeps and step.place[0] == ResourceType.NAMESPACE:
            return 2  # its mode may be set, too
        return 1 if step.above is not None else _OTHER
    if isinstance(step, GrantStep):
        return 1 if keeps else 3 * max(1, len(step.wanted))
    return 2 * _OTHER if isinstance(step, UserStep | ResourceStep) and step.gone else _OTHER

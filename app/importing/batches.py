"""How many steps fit into one transaction, so that others wait for moments only (decisions 0059, 0069). Pure."""

from collections.abc import Mapping, Sequence

from app.importing.steps import (
    GrantStep,
    NamespaceStep,
    RoleStep,
    RuleStep,
    SettingStep,
    Step,
    TenantStep,
    TopicStep,
    UserStep,
)

MOST = 600
"""Steps of one transaction, which is one revision."""
MOST_STATEMENTS = 1000
_COST: Mapping[type, int] = {
    SettingStep: 4, UserStep: 12, RoleStep: 6, TenantStep: 12, NamespaceStep: 2, TopicStep: 1, RuleStep: 9,
    GrantStep: 1,
}  # fmt: skip
"""Statements of a step, by estimate."""


def first(steps: Sequence[Step]) -> int:
    """How many steps, from the first, are made together; none of none."""
    left = MOST_STATEMENTS
    for number, step in enumerate(steps[:MOST]):
        left -= _COST[type(step)]
        if left < 0:
            return max(number, 1)
    return min(len(steps), MOST)

"""How many steps fit into one transaction, so that others wait for moments only (decisions 0059, 0069). Pure."""

from collections.abc import Mapping, Sequence

from app.desired_state.engine.steps import Step
from app.desired_state.importing.step_words import kind_of

MOST = 600
"""Steps of one transaction, which is one revision."""
MOST_STATEMENTS = 1000
_COST: Mapping[str, int] = {
    "setting": 4, "user": 12, "role": 6, "tenant": 12, "namespace": 2, "topic": 1, "subscription_rule": 9, "grant": 1,
}  # fmt: skip
"""Statements of a step, by estimate."""


def first(steps: Sequence[Step]) -> int:
    """How many of the first steps fit into one transaction."""
    left = MOST_STATEMENTS
    for number, step in enumerate(steps[:MOST]):
        left -= _COST[kind_of(step)]
        if left < 0:
            return max(number, 1)
    return min(len(steps), MOST)

"""What a grant and an unused leaf under it cost: the weights behind every suggestion, changeable in one place."""

from collections.abc import Mapping
from dataclasses import dataclass, field

CREATE, DELETE, WRITE, READ, ADMINISTER, FUNCTIONS, SUBSCRIPTIONS = range(7)
"""Rights: the last digit of an authority."""
ACTIONS = {CREATE: 1, DELETE: 4, WRITE: 3, READ: 2, ADMINISTER: 3, FUNCTIONS: 3, SUBSCRIPTIONS: 3}
"""The action that each right is mostly for: 1 create, 2 read, 3 write, 4 delete."""
RISKS: Mapping[int, float] = {
    DELETE: 0.4, ADMINISTER: 0.4, CREATE: 0.3, FUNCTIONS: 0.3, WRITE: 0.2, SUBSCRIPTIONS: 0.2, READ: 0.1,
}  # fmt: skip


@dataclass(frozen=True)
class Prices:
    """`grant`: of one authority on one place. `risk`: of one leaf that it reaches and nobody needs, by right."""

    grant: float = 1.0
    risk: Mapping[int, float] = field(default_factory=lambda: dict(RISKS))
    most_adds: int = 50
    """A grant is not replaced by more places than this."""
    exact_set: int = 16
    """Up to so many redundant grants that depend on each other, the largest set to remove is found exactly."""

"""The weights of suggestions: what a grant costs, and each unused leaf below it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from spark_audit.right_names import RIGHTS
from spark_audit.suggest.functions import PARTS

CREATE, DELETE, WRITE, READ, ADMINISTER, FUNCTIONS, SUBSCRIPTIONS, AUDIT = range(8)
ACTIONS = {CREATE: 1, READ: 2, WRITE: 3, DELETE: 4}
"""The rights that allow one action only."""
RISKS: Mapping[int, float] = {
    CREATE: 0.3, DELETE: 0.4, WRITE: 0.2, READ: 0.1, ADMINISTER: 0.4, FUNCTIONS: 0.3, SUBSCRIPTIONS: 0.2,
    AUDIT: 0.0, **dict.fromkeys(PARTS, 0.1),
}  # fmt: skip

MOST_ADDS = 500
"""The center refuses a suggestion with more than 1,000 places, and requests of more than 256 KB."""


@dataclass(frozen=True)
class Prices:
    """`grant`: cost of one authority on one place. `risk`: right → cost of one leaf that it reaches and nobody used."""

    grant: float = 1.0
    risk: Mapping[int, float] = field(default_factory=lambda: dict(RISKS))
    most_adds: int = 50
    """A grant is not replaced by more places than this; MOST_ADDS at most."""
    exact_set: int = 16
    """The cheapest grants to keep are found exactly in groups of up to so many redundant grants, else greedily."""


def read(text: str) -> Prices:
    """Prices from the text of a file: `{"grant": 1.0, "risk": {"read": 0.1, …}, "most_adds": 50, …}`.

    Missing ones keep their defaults. Raises ValueError for unknown names and impossible values.
    """
    weights = json.loads(text)
    if not isinstance(weights, dict):
        raise ValueError("an object is expected")
    risk = weights.pop("risk", {})
    _refuse(weights, ("grant", "most_adds", "exact_set"))
    _refuse(risk, RIGHTS)
    if weights.get("most_adds", 0) > MOST_ADDS:
        raise ValueError(f"most_adds: {MOST_ADDS} at most, or the center could not load the suggestion")
    return Prices(**weights, risk={**RISKS, **{RIGHTS.index(name): float(price) for name, price in risk.items()}})


def _refuse(weights: Any, known: tuple[str, ...]) -> None:
    if not isinstance(weights, dict):
        raise ValueError("an object is expected")
    if strange := sorted(weights.keys() - set(known)):
        raise ValueError(f"{strange[0]} is unknown: only {', '.join(known)} are known")
    if any(isinstance(value, bool) or not isinstance(value, int | float) or value < 0 for value in weights.values()):
        raise ValueError(f"{', '.join(weights)}: numbers from 0 on are expected")

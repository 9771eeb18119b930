"""The random source of random changes. With only a few names, names are used again after a deletion."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import inspect, select
from sqlalchemy.orm import Session

from app.platform.settings import Settings

NOW = 1_800_000_000_000
ACTOR = "test"
HOSTS = ("pulsar",)


@dataclass(frozen=True)
class Chance:
    """The random source of a step."""

    session: Session
    rng: random.Random
    settings: Settings

    def any(self, model: Any, *where: Any) -> Any:
        """A random row, or None. Ordered, so that a seed gives the same changes on every database."""
        rows = list(self.session.scalars(select(model).where(*where).order_by(*inspect(model).primary_key)))
        return self.rng.choice(rows) if rows else None

    def name(self, prefix: str, of: int = 6) -> str:
        """One of few names."""
        return f"{prefix}{self.rng.randrange(of)}"


Step = Callable[[Chance], object]

"""What a check is given, and what it answers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from sqlalchemy.orm import Session

from app.platform.periodic_jobs import PeriodicJob
from app.platform.settings import Settings

Clock = Callable[[], int]
Level = Literal["ok", "warning", "problem"]


@dataclass(frozen=True)
class Diagnosis:
    """Something that is not as it should be: `sentence` says what, `mend` what to do. Neither holds a secret."""

    level: Level
    sentence: str
    mend: str


@dataclass(frozen=True)
class CheckContext:
    """What checks look at. `clock` reads this machine's, epoch ms; `jobs`: those of the worker."""

    settings: Settings
    session: Session
    clock: Clock
    jobs: Sequence[PeriodicJob]

    @property
    def now(self) -> int:
        """The time now: a check may be slow, and read what was written after it began."""
        return self.clock()


note = partial(Diagnosis, "ok")
"""All is well, but something should be known: a state that ends by itself, such as an upgrade."""
warning = partial(Diagnosis, "warning")
"""It works, but should be looked at."""
problem = partial(Diagnosis, "problem")
"""Something does not work, or soon will not."""


def ago(ms: int) -> str:
    """A duration for people."""
    minutes = max(0, ms) // 60_000
    if minutes < 120:
        return f"{minutes} minutes"
    return f"{minutes // 60} hours" if minutes < 48 * 60 else f"{minutes // 1440} days"


SettingsCheck = Callable[[Settings], Iterator[Diagnosis]]
ContextCheck = Callable[[CheckContext], Iterator[Diagnosis]]
"""A check yields what is wrong; nothing when all is well."""
MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR

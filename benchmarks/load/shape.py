"""How many requests a second arrive, and when: an hour of a working day in minutes, then more until it breaks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Part = Literal["hour", "climb", "after", "soak", "short"]
_HOUR = (0.2, 0.3, 0.6, 1.0, 0.9, 0.7, 0.4, 0.6, 1.0, 0.8, 0.5, 0.3)
"""Shares of the peak, each for five minutes of the hour: two peaks, as when two shifts begin."""


@dataclass(frozen=True)
class Step:
    """So many requests a second, for so many seconds."""

    part: Part
    rate: float
    seconds: float

    @property
    def name(self) -> str:
        """For tables."""
        return f"{self.rate:g}/s"


_SHORT = (16, 32, 48, 64, 80, 112, 160, 224, 308, 800)


def short_steps(seconds: float) -> Iterator[Step]:
    """Rates by which two builds are compared in minutes."""
    return (Step("short", rate, seconds) for rate in _SHORT)


def steps(peak: float, seconds: float, most: float, soak: float) -> Iterator[Step]:
    """`peak`: requests a second at the busiest time of the hour, each step takes `seconds`. Then the rate grows by two
    fifths each time up to `most`, falls to half of the peak, and stays there for `soak` seconds."""
    yield from (Step("hour", peak * share, seconds) for share in _HOUR)
    rate = peak
    while rate < most:
        rate = min(most, round(rate * 1.4))
        yield Step("climb", rate, seconds)
    yield Step("after", peak / 2, 2 * seconds)
    yield from (Step("soak", peak / 2, 30) for _ in range(int(soak // 30)))

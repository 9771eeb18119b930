"""How many requests a second arrive, and when: an hour of a working day in minutes, then more until it breaks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Part = Literal["alone", "ladder", "hour", "climb", "after", "soak"]
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


_LADDER = (32, 64, 96, 112, 136, 160, 192, 224, 264, 308, 360, 430, 520, 620)


def ladder(part: Part, seconds: float) -> Iterator[Step]:
    """Rates by which two builds, or a center with and without brokers, are compared in minutes."""
    return (Step(part, rate, seconds) for rate in _LADDER)


def steps(peak: float, seconds: float, most: float) -> Iterator[Step]:
    """`peak`: requests a second at the busiest time of the hour, each step takes `seconds`. Then the rate grows by two
    fifths each time up to `most`, and falls to half of the peak."""
    yield from (Step("hour", peak * share, seconds) for share in _HOUR)
    rate = peak
    while rate < most:
        rate = min(most, round(rate * 1.4))
        yield Step("climb", rate, seconds)
    yield Step("after", peak / 2, 2 * seconds)


def soak(rate: float, seconds: float) -> Iterator[Step]:
    """The same rate for so many seconds."""
    return (Step("soak", rate, 30) for _ in range(int(seconds // 30)))

"""Times of requests that take turns, so that noise of the machine meets all of them."""

import statistics
from collections.abc import Callable, Mapping

Timed = Callable[[], float]
"""Does something once and answers how long it took, in ms."""


def medians(sides: Mapping[str, Timed], rounds: int, at_a_time: int = 20, warm_up: int = 20) -> dict[str, float]:
    """For each side the middle of its times, in its quietest round: what else runs here makes a round only slower."""
    for timed in sides.values():
        for _ in range(warm_up):
            timed()
    found: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, timed in sides.items():
            found[name].append(statistics.median(timed() for _ in range(at_a_time)))
    return {name: min(times) for name, times in found.items()}

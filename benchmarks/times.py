"""Times of requests that take turns, so that noise of the machine meets all of them."""

import statistics
from collections.abc import Callable, Mapping
from pathlib import Path

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


def processor(pid: int, timed: Timed, times: int = 100) -> float:
    """Milliseconds of processor time that a process takes for one; other work on the machine changes little of it."""
    begun = _nanoseconds(pid)
    for _ in range(times):
        timed()
    return (_nanoseconds(pid) - begun) / times / 1e6


def _nanoseconds(pid: int) -> int:
    """What Linux says that its threads have run."""
    return sum(int(one.read_text().split()[0]) for one in Path(f"/proc/{pid}/task").glob("*/schedstat"))

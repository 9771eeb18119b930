"""Times of requests that take turns, so that noise of the machine affects all of them alike."""

import os
import statistics
from collections.abc import Callable, Mapping
from pathlib import Path

Timed = Callable[[], float]
"""Does something once and returns how long it took, in ms."""


_PATIENCE_MS = 600
"""Slow sides are timed fewer times, so that their part of a round hardly takes longer than this."""


def medians(sides: Mapping[str, Timed], rounds: int, at_a_time: int = 20, warm_up: int = 20) -> dict[str, float]:
    """For each side the median time of its quietest round, as other load can only make a round slower."""
    for timed in sides.values():
        _repeat_while_fast(timed, warm_up)
    found: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, timed in sides.items():
            found[name].append(statistics.median(_repeat_while_fast(timed, at_a_time)))
    return {name: min(times) for name, times in found.items()}


def _repeat_while_fast(timed: Timed, most: int) -> list[float]:
    """At least two and at most `most` times; fewer when they are slow."""
    times = [timed(), timed()]
    while len(times) < most and sum(times) < _PATIENCE_MS:
        times.append(timed())
    return times


def processor(pid: int, timed: Timed, times: int = 100) -> float:
    """Processor milliseconds of a process for one call, which other load on the machine hardly changes."""
    started = _nanoseconds(pid)
    for _ in range(times):
        timed()
    return (_nanoseconds(pid) - started) / times / 1e6


def _nanoseconds(pid: int) -> int:
    """Nanoseconds that the threads of the process have run, according to Linux."""
    return sum(int(file.read_text().split()[0]) for file in Path(f"/proc/{pid}/task").glob("*/schedstat"))


def nicer(pid: int) -> float:
    """Processor milliseconds so far of those threads of the process that give way to its first one."""
    threads = {thread: _nice(thread) for thread in Path(f"/proc/{pid}/task").iterdir()}
    first = threads[Path(f"/proc/{pid}/task/{pid}")]
    found = (int((thread / "schedstat").read_text().split()[0]) for thread, nice in threads.items() if nice > first)
    return sum(found) / 1e6


def _nice(thread: Path) -> int:
    return int((thread / "stat").read_text().rpartition(")")[2].split()[16])


def processor_seconds(pid: int) -> float:
    """Processor seconds of a process and all below it, also of threads and processes that have ended."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = sum(int(word) for word in words[11:15]) / os.sysconf("SC_CLK_TCK")
    return own + sum(map(_of_child, children(pid)))


def _of_child(pid: int) -> float:
    try:
        return processor_seconds(pid)
    except (FileNotFoundError, ProcessLookupError):
        return 0.0  # it has just ended, and its parent has its seconds now


def children(pid: int) -> list[int]:
    """Process ids of those that it started."""
    found = (file.read_text().split() for file in Path(f"/proc/{pid}/task").glob("*/children"))
    return [int(child) for children in found for child in children]

"""Writes the estate as files: the events in several processes, then the history and the truth."""

import multiprocessing
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.estate import history, plan, schedule, truth
from benchmarks.estate.model import Use
from benchmarks.estate.plan import Plan
from benchmarks.estate.schedule import Unit
from benchmarks.estate.size import Size
from benchmarks.estate.unit import Bodies, Day, Written

_Broker = tuple[list[Use], list[float]]


class _Writer:
    """Writes units. Forked processes inherit it."""

    def __init__(self, made: Plan, units: list[Unit], directory: Path) -> None:
        self._plan, self._units, self._directory = made, units, directory
        _ = made.timeline  # computed before the fork, so that the children share it
        self._bodies: Bodies = {}
        self._brokers: dict[tuple[str, int], _Broker] = {
            key: (uses, schedule.weights(uses)) for key, uses in schedule.brokers(made).items()
        }

    def __call__(self, number: int) -> tuple[str, Written]:
        unit = self._units[number]
        if len(self._bodies) > _MOST_BODIES:
            self._bodies.clear()
        uses, cumulative = self._brokers[unit.cluster, unit.broker]
        return unit.cluster, Day(self._plan, unit, uses, cumulative, self._bodies).write(self._directory)


_MOST_BODIES = 500_000
_inherited: list[_Writer] = []
"""Inherited by forked processes: too big to be sent to each."""


def write(size: Size, out: Path, processes: int = 1) -> dict[str, Any]:
    """Write events/, history/ and truth/ below `out`, which must not exist; returns totals. Always the same bytes."""
    out.mkdir(parents=True)
    made = plan.make(size)
    units = list(schedule.units(made))
    totals = _totals(units, _written(_Writer(made, units, out / "events"), len(units), processes))
    history.write(made, out / "history")
    truth.write(made, out / "truth", totals)
    return totals


def _written(writer: _Writer, units: int, processes: int) -> Iterator[tuple[str, Written]]:
    if processes == 1:
        yield from map(writer, range(units))
        return
    _inherited.append(writer)
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        yield from pool.imap_unordered(_write, range(units))
    _inherited.clear()


def _write(number: int) -> tuple[str, Written]:
    return _inherited[0](number)


def _totals(units: list[Unit], written: Iterable[tuple[str, Written]]) -> dict[str, Any]:
    counts: Counter[str] = Counter(lines=sum(unit.lines for unit in units))
    clusters: dict[str, Counter[str]] = defaultdict(Counter)
    bad: Counter[str] = Counter()
    for cluster, counted in written:
        clusters[cluster].update(events=counted.events, lost=counted.lost)
        counts.update(files=counted.files, bytes=counted.bytes, events=counted.events, lost=counted.lost,
                      repeated=counted.repeated, late=counted.late)  # fmt: skip
        bad.update(counted.bad)
    return {
        **counts,
        "bad": dict(sorted(bad.items())),
        "clusters": {name: dict(clusters[name]) for name in sorted(clusters)},
    }

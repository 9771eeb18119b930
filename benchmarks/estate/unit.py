"""Writes one broker's day as files: events numbered in order of time, with losses, damage and duplicates."""

import gzip
import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from benchmarks.estate import damage, lines
from benchmarks.estate.covering import at_work
from benchmarks.estate.model import Use
from benchmarks.estate.plan import Plan
from benchmarks.estate.schedule import Unit
from benchmarks.estate.size import DAY, LATE, TWICE

_HOURS = (1, 1, 1, 1, 1, 2, 3, 5, 8, 10, 10, 9, 8, 9, 10, 10, 9, 7, 5, 4, 3, 2, 2, 1)
_HOUR = 3_600_000
_SIGN_INS, _REFUSED, _MERGED = 0.03, 0.05, 0.15
_LATEST = 35
_LATE_FILES, _COPIES = 0.03, 0.02
_ROUNDS = 40

Bodies = dict[tuple[int, int], str]
"""A cache: (use, kind) → body of the line."""
Event = tuple[int, int, int, str, str]
"""Sort key, time, time of the rights that decided, the part on merging, the body."""


@dataclass(slots=True)
class Written:
    """Counts of the files of a unit. `lost`: numbers without a good line, including those of bad lines."""

    events: int = 0
    lost: int = 0
    repeated: int = 0
    late: int = 0
    files: int = 0
    bytes: int = 0
    bad: Counter[str] = field(default_factory=Counter)


class Day:
    """A unit while it is written."""

    def __init__(self, plan: Plan, unit: Unit, uses: list[Use], cumulative: list[float], bodies: Bodies) -> None:
        self._plan, self._unit, self._uses, self._cumulative = plan, unit, uses, cumulative
        self._chance = random.Random(f"{plan.size.seed} {unit.cluster} {unit.broker} {unit.day}")
        self._begin = plan.size.begin + unit.day * DAY
        self._written = Written()
        self._bodies = bodies

    def write(self, directory: Path) -> Written:
        """Write the files below `directory`, in a folder per date of arrival."""
        unit, chance = self._unit, self._chance
        arrives = unit.day + 1 + (chance.randint(1, _LATEST) if chance.random() < _LATE_FILES else 0)
        folder = directory / f"arrived={self._plan.size.first + timedelta(days=arrives)}"
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{unit.cluster}-broker-{unit.broker}-{unit.boot}-{self._begin + 1}.jsonl"
        text = b"".join(self._lines())
        content = text if self._plan.size.plain else gzip.compress(text, 6, mtime=0)
        ending = "" if self._plan.size.plain else ".gz"
        names = [name, f"copy-of-{name}"] if chance.random() < _COPIES else [name]
        for copy in names:
            (folder / (copy + ending)).write_bytes(content)
        self._written.files += len(names)
        self._written.bytes += len(text)
        return self._written

    def _lines(self) -> Iterator[bytes]:
        unit, chance, written = self._unit, self._chance, self._written
        certain = list(self._certain())
        drawn = list(self._drawn(unit.lines - len(certain)))
        events = sorted([(event, False) for event in certain] + [(event, True) for event in drawn])
        weak = [number for number, (_, droppable) in enumerate(events[:-1]) if droppable]
        spoiled = chance.sample(weak, min(len(weak), unit.lost + unit.bad))
        lost, bad = set(spoiled[: unit.lost]), set(spoiled[unit.lost :])
        written.lost += len(spoiled)
        for number, ((_, time, as_of, merged, body), _) in enumerate(events):
            if number in lost:
                continue
            seq = unit.first_seq + number
            rev = self._plan.timeline.revision(as_of)
            text = lines.line(unit.boot, seq, time, merged, body, rev, int(chance.random() * 9)).encode() + b"\n"
            if number in bad:
                reason, text = damage.spoil(text, unit.day + written.bad.total(), chance)
                written.bad[reason] += 1
                yield text
                continue
            written.events += 1
            yield text
            if chance.random() < TWICE:
                written.repeated += 1
                yield text

    def _certain(self) -> Iterator[Event]:
        for event, kind in self._unit.certain:
            merged = lines.merged(event.n, event.time + event.length)
            yield event.time, event.time, event.as_of or event.time, merged, self._body(event.use, kind)

    def _drawn(self, count: int) -> Iterator[Event]:
        """Exactly `count` random events; sign-ins if there is nothing else to do."""
        left = count
        for _ in range(_ROUNDS):
            for use, time in self._candidates(left):
                if left and use.begin <= time < use.end and at_work(use.need, time):
                    left -= 1
                    yield self._sign_in(use, time) if self._chance.random() < _SIGN_INS else self._use_line(use, time)
        for _ in range(left):
            use = self._uses[int(self._chance.random() * len(self._uses))]
            yield self._sign_in(use, self._begin + int(self._chance.random() * DAY))

    def _candidates(self, count: int) -> Iterator[tuple[Use, int]]:
        if not count or not self._cumulative or not self._cumulative[-1]:
            return
        chance, total = self._chance.random, self._cumulative[-1]
        for hour in self._chance.choices(range(24), _HOURS, k=count):
            use = self._uses[bisect_right(self._cumulative, chance() * total)]
            yield use, self._begin + hour * _HOUR + int(chance() * _HOUR)

    def _use_line(self, use: Use, time: int) -> Event:
        chance = self._chance.random
        order = time
        if chance() < LATE:
            earlier = time - DAY * self._chance.randint(1, _LATEST)
            if use.begin <= earlier and at_work(use.need, earlier):
                time = earlier
                self._written.late += 1
        merged = ""
        if chance() < _MERGED:
            n = 2 + int(chance() * 19)
            merged = lines.merged(n, min(time + n * 1000, use.end - 1))
        return order, time, time, merged, self._body(use, 0)

    def _sign_in(self, use: Use, time: int) -> Event:
        user, refused = use.need.user, self._chance.random() < _REFUSED
        return time, time, time, "", lines.sign_in(user.name, user.ip, self._unit.cluster, refused)

    def _body(self, use: Use, kind: int) -> str:
        key = (id(use), kind)
        if key not in self._bodies:
            self._bodies[key] = lines.body(use, kind)
        return self._bodies[key]

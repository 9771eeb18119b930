"""How many lines each broker writes on each day, with which numbers, and which of them are certain."""

import math
import random
import uuid
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from benchmarks.estate.covering import at_work
from benchmarks.estate.model import Use
from benchmarks.estate.plan import Plan
from benchmarks.estate.size import BAD, CLUSTERS, DAY, LOST, LOST_ELSEWHERE
from benchmarks.estate.stories import Occurrence

_WEEK = (1.0, 1.05, 1.1, 1.05, 0.95, 0.45, 0.4)
_RESTART = 10
"""A broker restarts after so many days."""
_RENEWALS = 0.2
"""At most this share of the requested events are renewals of connections."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One broker's day: `lines` numbers from `first_seq` on, of which `lost` never arrive and `bad` are damaged."""

    cluster: str
    broker: int
    day: int
    boot: str
    first_seq: int
    lines: int
    lost: int
    bad: int
    closes: bool
    """True on the last day of this start of the broker."""
    certain: list[tuple[Occurrence, int]] = field(repr=False)
    """Events that are always written, with their kind."""


def units(plan: Plan) -> Iterator[Unit]:
    """The days of every broker, in the order of their sequence numbers."""
    by_broker = brokers(plan)
    certain = _certain(plan, by_broker)
    every = sum(len(uses) for uses in by_broker.values()) or 1
    days = [_WEEK[plan.size.day(day).weekday()] for day in range(plan.size.days)]
    for (cluster, broker), uses in sorted(by_broker.items()):
        seq, boot, owed = 1, "", [0.0, 0.0]
        for day in range(plan.size.days):
            if (day + broker) % _RESTART == 0 or not boot:
                seq, boot = 1, _boot(plan.size.seed, cluster, broker, day)
            wanted = plan.size.events * len(uses) / every * days[day] / sum(days)
            sure = certain[cluster, broker, day]
            closes = (day + 1 + broker) % _RESTART == 0 or day == plan.size.days - 1
            unit = _unit((cluster, broker, day, boot, seq), int(wanted), sure, closes, owed)
            yield unit
            seq += unit.lines


def brokers(plan: Plan) -> dict[tuple[str, int], list[Use]]:
    """Broker → its uses. Each topic belongs to one broker."""
    found: dict[tuple[str, int], list[Use]] = {
        (cluster, broker): [] for cluster in CLUSTERS for broker in range(plan.size.brokers(cluster))
    }
    for use in plan.uses:
        found[_owner(plan, use)].append(use)
    return found


def weights(uses: list[Use]) -> list[float]:
    """Cumulative weights for drawing random uses; 0 for connections that stay open."""
    return list(accumulate(0.0 if use.need.long and use.grants else use.need.weight for use in uses))


def _owner(plan: Plan, use: Use) -> tuple[str, int]:
    place = use.need.place
    return place.cluster, sum(place.path.encode()) % plan.size.brokers(place.cluster)


def _unit(
    key: tuple[str, int, int, str, int], wanted: int, certain: list[tuple[Occurrence, int]], closes: bool,
    owed: list[float],
) -> Unit:  # fmt: skip
    """`owed`: how many lines the broker still has to lose and to damage; fractions are carried over to the next day."""
    shares = LOST.get(key[0], LOST_ELSEWHERE), BAD
    lines = max(wanted, math.ceil((len(certain) + 2) / (1 - sum(shares))) + 2)
    owed[:] = [before + lines * share for before, share in zip(owed, shares, strict=True)]
    lost, bad = map(int, owed)
    owed[:] = [owed[0] - lost, owed[1] - bad]
    return Unit(*key, lines, lost, bad, closes, certain)


def _certain(
    plan: Plan, by_broker: dict[tuple[str, int], list[Use]]
) -> dict[tuple[str, int, int], list[tuple[Occurrence, int]]]:
    found: dict[tuple[str, int, int], list[tuple[Occurrence, int]]] = defaultdict(list)

    def add(event: Occurrence, kind: int) -> None:
        found[*_owner(plan, event.use), (event.time - plan.size.begin) // DAY].append((event, kind))

    room = plan.size.events * _RENEWALS
    for use in (use for uses in by_broker.values() for use in uses):
        renewing = use.need.long and room > 0 and bool(use.grants)
        add(Occurrence(use.sure, use), 2 if renewing and not use.first else 0)
        if renewing:
            renewals = [time for time in range(use.sure + DAY, use.end, DAY) if at_work(use.need, time)]
            room -= len(renewals)
            for time in renewals:
                add(Occurrence(time, use), 2)
    for event in plan.occurrences:
        add(event, 0)
    return found


def _boot(seed: int, cluster: str, broker: int, day: int) -> str:
    return str(uuid.UUID(int=random.Random(f"{seed} {cluster} {broker} {day}").getrandbits(128)))

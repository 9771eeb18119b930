"""Ranges of sequence numbers: words of 64 numbers must not show in them. Compared with a walk through the numbers."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from random import Random

from pyspark.sql import SparkSession

from spark_audit.schemas import SEQUENCES
from spark_audit.transforms.coverage.sequence_numbers import coverage_daily, sequences
from tests.spark_audit.frames import NOON, Line, frame, silver

_DAY = 86_400_000
_CLUSTERS = ("", "a", "b")
Range = tuple[int, str, int, int, str | None]


def _numbers(chance: Random) -> Iterator[int]:
    """Long runs and single numbers, with gaps of all lengths, over some words."""
    at = chance.choice([1, 1, 60, 4_000_000_000])
    for _ in range(chance.randint(1, 8)):
        length = chance.choice([1, 2, 63, 64, 65, 130])
        yield from range(at, at + length)
        at += length + chance.choice([1, 1, 63, 64, 200])


def _made(chance: Random, starts: int) -> list[Line]:
    return [
        {"uid": f"{boot}-{seq}", "boot": f"b{boot}", "seq": seq, "cluster": chance.choice(_CLUSTERS[: 1 + boot % 3]),
         "time": NOON + _DAY * (seq % 500 > 250)}
        for boot in range(starts)
        for seq in _numbers(chance)
    ]  # fmt: skip


def _walked(events: Sequence[Line]) -> list[Range]:
    """By date and start of a broker, in order; a number that does not follow begins a range."""
    found: list[tuple[Line, list[Line]]] = []
    for event in sorted(events, key=lambda event: (event["time"], event["boot"], event["seq"])):
        last = found[-1][1][-1] if found else None
        if last and (last["time"], last["boot"], last["seq"] + 1) == (event["time"], event["boot"], event["seq"]):
            found[-1][1].append(event)
        else:
            found.append((event, [event]))
    return [(first["time"], first["boot"], *_ends(run)) for first, run in found]


def _ends(run: Sequence[Line]) -> tuple[int, int, str | None]:
    named = Counter(event["cluster"] for event in run if event["cluster"])
    most = min(named, key=lambda name: (-named[name], name), default=None)
    return run[0]["seq"], run[-1]["seq"], most


def test_ranges_are_those_of_a_walk_through_the_numbers(spark: SparkSession) -> None:
    made = _made(Random(64), 12)
    again = [event | {"op": "CONSUME"} for event in Random(2).sample(made, 50)]
    elsewhere = [event | {"cluster": "elsewhere", "boot": "two"} for event in made[:3]]
    shuffled = Random(1).sample([*made, *again], len(made) + len(again))
    other = [event | {"cluster": "", "op": "CONSUME"} for event in elsewhere[:2]]
    found = sequences(silver(spark, *shuffled, *elsewhere, *other)).selectExpr(
        f"if(date = date'2026-11-07', {NOON}, {NOON + _DAY}) AS time", "boot", "start", "end", "cluster", "conflicting"
    )
    rows = [tuple(piece) for piece in found.collect()]
    assert sorted((piece[:5] for piece in rows if piece[1] != "two"), key=str) == sorted(_walked(made), key=str)
    assert sum(piece[5] for piece in rows if piece[1] == "two") == len(other)
    many = Counter((event["time"], event["boot"]) for event in again)
    assert many == _conflicting(rows)


def _conflicting(rows: Sequence[tuple[int, str, int, int, str | None, int]]) -> Counter[tuple[int, str]]:
    found = Counter[tuple[int, str]]()
    for time, boot, *_, more in rows:
        found.update({(time, boot): more} if more and boot != "two" else {})
    return found


def test_numbers_of_an_earlier_day_are_counted_once(spark: SparkSession) -> None:
    """What another day has of the same start is conflicting; coverage leaves it out."""
    first, second = date(2026, 11, 7), date(2026, 11, 8)
    ranges = [(first, 1, 10), (first, 20, 30), (second, 5, 25)]
    rows = [{"date": day, "boot": "b", "cluster": "c", "start": start, "end": end} for day, start, end in ranges]
    found = (
        coverage_daily(frame(spark, SEQUENCES, rows)).select("date", "events", "lost", "conflicting").orderBy("date")
    )
    assert [tuple(piece) for piece in found.collect()] == [(first, 15, 0, 6), (second, 15, 0, 6)]

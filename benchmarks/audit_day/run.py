"""The same files of a day added to 399 days, to two old days, and to nothing: seconds, and bytes read and written.

Each is a run of the real program in its own process, as cron starts it. All judge that one day, so the window costs the
same. The earlier days are small, so that costs by their number become visible: listing, opening, searching what came
before. A run on nothing computes less, because dormant accounts, awakenings, anomalies and back-tests need earlier
days. With two days, as old as any rule looks back, everything is computed.
"""

import shutil
import statistics
import tempfile
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.audit_day.taking import Took, take
from benchmarks.estate.size import Size
from benchmarks.estate.writing import write

DAYS, LINES, GRANTS, ROUNDS = 400, 200_000, 500, 5
_LAST = date(2026, 10, 31)
_OLD = (_LAST - timedelta(days=190), _LAST - timedelta(days=95))
"""One day before the longest back-test begins, and the first day that recent days are compared with."""


def measure() -> list[dict[str, Any]]:
    """One row for the tables and one for the whole run, each compared with nothing, and one compared with two old
    days."""
    with tempfile.TemporaryDirectory(prefix="audit-day-") as name:
        place = Path(name)
        write(Size(seed=7, days=DAYS, events=LINES, grants=GRANTS, until=_LAST), place / "estate", 2)
        before, last = _days_apart(place / "estate" / "events", place)
        sides = [place / side for side in ("full", "old", "none")]
        take(place / "estate" / "history", before, sides[0], _LAST - timedelta(days=1))
        take(place / "estate" / "history", _old(before, place), sides[1], _OLD[-1])
        rounds = [[_round(place, last, out) for out in sides] for _ in range(ROUNDS)]
    full, old, none = (
        {key: statistics.median(measured[key] for measured in side) for key in side[0]}
        for side in zip(*rounds, strict=True)
    )
    what = f"audit: one more day on {DAYS - 1}"
    return [
        _row(f"{what}, until the tables are right, beside on none", full, none, "tables", "≤ 1.2"),
        _row(f"{what}, the whole run, beside on two old ones", full, old, "seconds", "≤ 1.2"),
        _row(f"{what}, the whole run, beside on none, which asks less", full, none, "seconds", "≤ 1.2"),
        _row(f"{what}, the same without the start of Java and Spark", full, none, "work", "≤ 1.2"),
        _row(f"{what}, read, beside on none", full, none, "rchar", "shown", "bytes"),
        _row(f"{what}, written, beside on none", full, none, "wchar", "shown", "bytes"),
    ]


def _row(what: str, ours: Took, bare: Took, key: str, goal: str, unit: str = "s") -> dict[str, Any]:
    ratio = ours[key] / bare[key]
    return {"what": what, "ours": ours[key], "bare": bare[key], "unit": unit, "ratio": ratio, "goal": goal}


def _old(before: Path, place: Path) -> Path:
    """A directory with the files that begin on one of the two old days."""
    target = place / "old-events"
    for file in sorted(before.rglob("*.jsonl*")):
        if _day(file) in _OLD:
            (target / file.relative_to(before)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target / file.relative_to(before))
    return target


def _days_apart(events: Path, place: Path) -> tuple[Path, Path]:
    """(files of all days but the last, files of the last day). A file begins on the day that it belongs to."""
    old, new = place / "before", place / "last"
    for file in sorted(events.rglob("*.jsonl*")):
        target = new if _day(file) >= _LAST else old
        (target / file.relative_to(events)).parent.mkdir(parents=True, exist_ok=True)
        shutil.move(file, target / file.relative_to(events))
    return old, new


def _day(file: Path) -> date:
    start = int(file.name.split(".jsonl")[0].rpartition("-")[2])
    return datetime.fromtimestamp(start / 1000, UTC).date()


def _round(place: Path, events: Path, taken: Path) -> Took:
    out = place / f"round-{taken.name}"
    if taken.exists():
        shutil.copytree(taken, out)
    took = take(place / "estate" / "history", events, out, _LAST)
    shutil.rmtree(out)
    return took

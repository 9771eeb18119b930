"""The same day's files into 399 days and into nothing: seconds, and bytes that Spark's process reads and writes.

Both judge that one day, so that the window costs the same. The days before are small, which makes what depends on
their number show: listing, opening, looking for what came before.
"""

import shutil
import statistics
import tempfile
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from pyspark.sql import SparkSession

from benchmarks.estate.size import Size
from benchmarks.estate.writing import write
from spark_audit import session
from spark_audit.jobs import run
from spark_audit.jobs.order import Order

DAYS, LINES, GRANTS, ROUNDS = 400, 200_000, 500, 3
_LAST = date(2026, 10, 31)


def measure() -> list[dict[str, Any]]:
    """One row: the ratio and its goal."""
    with tempfile.TemporaryDirectory(prefix="audit-day-") as name, session.start() as spark:
        place = Path(name)
        write(Size(seed=7, days=DAYS, events=LINES, grants=GRANTS, until=_LAST), place / "estate", 2)
        before, last = _parted(place / "estate" / "events", place)
        full, empty = place / "full", place / "empty"
        _take(spark, place, before, full, _LAST - timedelta(days=1))
        taken = [_rounds(spark, place, last, out, number) for number in range(ROUNDS) for out in (full, empty)]
    ours, bare = taken[::2], taken[1::2]
    seconds = [statistics.median(one["seconds"] for one in side) for side in (ours, bare)]
    told = {
        "what": f"audit: one more day on {DAYS - 1}, beside on none",
        "ours": seconds[0], "bare": seconds[1], "unit": "s", "ratio": seconds[0] / seconds[1], "goal": "≤ 1.2",
    }  # fmt: skip
    return [told | {f"{side}_{key}": rows[0][key] for side, rows in (("ours", ours), ("bare", bare)) for key in _IO}]


_IO = ("rchar", "wchar")


def _parted(events: Path, place: Path) -> tuple[Path, Path]:
    """The files of all days but the last, and those of the last; a file begins on the day it is of."""
    old, new = place / "before", place / "last"
    for file in sorted(events.rglob("*.jsonl*")):
        begun = int(file.name.split(".jsonl")[0].rpartition("-")[2])
        target = new if datetime.fromtimestamp(begun / 1000, UTC).date() >= _LAST else old
        (target / file.relative_to(events)).parent.mkdir(parents=True, exist_ok=True)
        shutil.move(file, target / file.relative_to(events))
    return old, new


def _rounds(spark: SparkSession, place: Path, events: Path, kept: Path, number: int) -> dict[str, float]:
    out = place / f"round-{number}-{kept.name}"
    if kept.exists():
        shutil.copytree(kept, out)
    io, begun = _io(spark), time.monotonic()
    _take(spark, place, events, out, _LAST)
    took = {"seconds": time.monotonic() - begun} | {key: _io(spark)[key] - io[key] for key in _IO}
    shutil.rmtree(out)
    return took


def _take(spark: SparkSession, place: Path, events: Path, out: Path, day: date) -> None:
    run.run(spark, Order(str(events), str(place / "estate" / "history"), out, day, day, missing_days=True))


def _io(spark: SparkSession) -> dict[str, float]:
    """What Spark's process has read and written so far, files in the cache of the system included."""
    process = cast(Any, spark)._jvm.java.lang.ProcessHandle.current().pid()
    lines = Path(f"/proc/{process}/io").read_text().splitlines()
    return {key: float(value) for key, _, value in (line.partition(": ") for line in lines)}

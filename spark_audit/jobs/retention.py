"""`retain`: events, daily tables and results that are older than they shall be kept are deleted."""

import shutil
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from spark_audit.jobs.outcome import POINTER, current
from spark_audit.sources.errors import SourceError
from spark_audit.store import Ledger
from spark_audit.store.retention import Kept
from spark_audit.store.staging import workplace

_FOREVER = "sequences"
"""Without the numbers of old days those behind them would look lost; a day is a few hundred bytes."""


def retain(out: Path, silver_days: int, gold_days: int, results: int) -> list[str]:
    """Delete what is older, counted from the last day seen; answers what was deleted, one line each.

    Events that come for days which are let go are put into the quarantine from then on: their daily tables, which may
    be kept longer, could not be computed from a part of the events. Raises SourceError and staging.Busy.
    """
    if gold_days < silver_days:
        raise SourceError("daily tables must be kept at least as long as the events they are computed from")
    if not (out / "ledger").is_dir():
        raise SourceError(f"{out} is no directory of the audit")
    with workplace(out) as aside:
        bounds = Ledger(out, aside).bounds()
        if bounds is None:
            return []
        first_event = bounds[1] - timedelta(days=silver_days - 1)
        first_day = bounds[1] - timedelta(days=gold_days - 1)
        earlier = Kept.of(out).events
        Kept(max(first_event, earlier or first_event)).write(out, aside)  # first, so that a kill leaves too much
        gone = [*_partitions(out / "silver", first_event), *_partitions(out, first_day, "silver", "results")]
        return [_deleted(path, out) for path in [*gone, *_results(out, results)]]


def _partitions(directory: Path, first: date, *without: str) -> Iterator[Path]:
    for path in sorted(directory.rglob("*=????-??-??")):
        inside = path.relative_to(directory).parts
        if inside[0] not in without and _FOREVER not in inside and date.fromisoformat(path.name[-10:]) < first:
            yield path


def _results(out: Path, kept: int) -> list[Path]:
    """All but the newest ones; never those that the pointer names."""
    if not (out / POINTER).exists():
        return []
    runs = sorted((out / "results").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    return [path for path in runs[: -kept or None] if path != current(out)]


def _deleted(path: Path, out: Path) -> str:
    shutil.rmtree(path)
    return str(path.relative_to(out))

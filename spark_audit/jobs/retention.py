"""`retain`: events, daily tables and results that are older than they shall be kept are deleted."""

import shutil
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from pathlib import Path

from spark_audit.jobs import tables
from spark_audit.jobs.intake import inputs
from spark_audit.jobs.results.outcome import POINTER, current
from spark_audit.sources.errors import SourceError
from spark_audit.store import Ledger, Shelf
from spark_audit.store.retention import Kept
from spark_audit.store.staging import workplace
from spark_audit.store.tables import TABLES, partition_of, place_of, schema_of

_EVENTS, _FOREVER = "events", "sequences"
"""Without the numbers of old days those behind them would look lost; a day is a few hundred bytes."""
_DAILY = [name for name in TABLES if name not in (_EVENTS, _FOREVER)]
_READABLE = 168
"""Hours for which whoever began to read a table may go on, where a store can offer that."""


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
        ledger = Ledger(out, aside)
        inputs.known_layout(ledger)
        bounds = ledger.bounds()
        if bounds is None:
            return []
        # What daily tables still have to follow stays: the next run would compute them from nothing.
        first_event = min(bounds[1] - timedelta(days=silver_days - 1), *ledger.pending(), date.max)
        first_day = bounds[1] - timedelta(days=gold_days - 1)
        earlier = Kept.of(out).events
        Kept(max(first_event, earlier or first_event)).write(out, aside)  # first, so that a kill leaves too much
        with tables.shelf(out, aside) as shelf:
            gone = [*_dropped(shelf, [_EVENTS], first_event), *_dropped(shelf, _DAILY, first_day)]
            shelf.forget(_READABLE)
        return gone + [_deleted(path, out) for path in _results(out, results)]


def _dropped(shelf: Shelf, names: Iterable[str], first: date) -> Iterator[str]:
    for name in names:
        for day in shelf.drop(name, first):
            yield f"{place_of(name)}/{partition_of(schema_of(name))}={day}"


def _results(out: Path, kept: int) -> list[Path]:
    """All but the newest ones; never those that the pointer names."""
    if not (out / POINTER).exists():
        return []
    runs = sorted((out / "results").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    return [path for path in runs[: -kept or None] if path != current(out)]


def _deleted(path: Path, out: Path) -> str:
    shutil.rmtree(path)
    return str(path.relative_to(out))

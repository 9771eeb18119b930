"""`retain`: deletes events, daily tables and results that are older than wanted."""

import shutil
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from pathlib import Path

from spark_audit.jobs import tables
from spark_audit.jobs.intake import inputs
from spark_audit.jobs.results.outcome import POINTER, current
from spark_audit.sources.errors import SourceError
from spark_audit.store import Ledger, Shelf
from spark_audit.store.retention import KeptSince
from spark_audit.store.staging import workplace
from spark_audit.store.tables import TABLES, partition_of, place_of, schema_of

_EVENTS, _FOREVER = "events", "sequences"
"""`sequences` is never deleted: the numbers of old days would look lost. A day has a few hundred bytes."""
_DAILY = [table for table in TABLES if table not in (_EVENTS, _FOREVER)]
_READABLE = 168
"""Hours for which replaced files stay readable, if the store can do that."""


def retain(out: Path, silver_days: int, gold_days: int, results: int) -> list[str]:
    """Delete what is older, counted from the last day seen; returns one line per deletion.

    From then on, events that come for a deleted day are put into the quarantine: its daily tables may be kept longer,
    and could not be computed from only a part of the events. Raises SourceError and staging.Busy.
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
        # Events of pending days stay: the next run has to compute the daily tables from them.
        first_event = min(bounds[1] - timedelta(days=silver_days - 1), *ledger.pending(), date.max)
        first_day = bounds[1] - timedelta(days=gold_days - 1)
        earlier = KeptSince.of(out).events
        KeptSince(max(first_event, earlier or first_event)).write(out, aside)  # first, so that a kill leaves too much
        with tables.shelf(out, aside) as shelf:
            gone = [*_dropped(shelf, [_EVENTS], first_event), *_dropped(shelf, _DAILY, first_day)]
            shelf.forget(_READABLE)
        return gone + [_deleted(path, out) for path in _results(out, results)]


def _dropped(shelf: Shelf, names: Iterable[str], first: date) -> Iterator[str]:
    for table in names:
        for day in shelf.drop(table, first):
            yield f"{place_of(table)}/{partition_of(schema_of(table))}={day}"


def _results(out: Path, kept: int) -> list[Path]:
    """The results to delete: all but the newest ones, and never the current ones."""
    if not (out / POINTER).exists():
        return []
    runs = sorted((out / "results").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    return [path for path in runs[: -kept or None] if path != current(out)]


def _deleted(path: Path, out: Path) -> str:
    shutil.rmtree(path)
    return str(path.relative_to(out))

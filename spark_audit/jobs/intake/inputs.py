"""Checks the inputs of a run. Each refusal is one sentence that says what to do."""

from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from pyspark.sql import SparkSession

from spark_audit.jobs import tables
from spark_audit.jobs.intake import first_lines
from spark_audit.jobs.run_order import Order, Period
from spark_audit.sources import history
from spark_audit.sources.errors import SourceError
from spark_audit.sources.files import Entry, Files, HadoopFiles, LocalFiles
from spark_audit.store import Ledger, TableStore
from spark_audit.store.ledger import LAYOUT
from spark_audit.transforms.coverage.watched_days import last_begin
from spark_audit.transforms.silver.clock import FUTURE

_DAYS = 90
"""Least length of the default window, in days up to the last one seen. It is shorter only if the log is, or the part of
it after the last long pause."""
_PATTERN = frozenset("[]{}*?\\")
_SHOWN = 5
"""Most ranges of days that a refusal names."""


def check(order: Order) -> None:
    """Check whatever needs no Spark. Raises SourceError."""
    if "://" in str(order.out) or ":/" in str(order.out):
        raise SourceError(f"--out must be a directory that is mounted here, not an address: {order.out}")
    if not _PATTERN.isdisjoint(str(order.out)):
        raise SourceError(f"--out must not have any of * ? [ ] {{ }} \\, which Spark takes for a pattern: {order.out}")
    if order.since and order.until:
        _in_order(order.since, order.until)
    if "://" not in order.events:
        _beside(order)
        found = list_files(LocalFiles(order.events), order)
    exported = history.manifest(order.history)
    same_center(Ledger(order.out, order.out), exported.center, order.out)
    if order.until:
        _known(order.until, exported.time)
    if "://" not in order.events:
        first_lines.check(order, found)
    tables.kind(order.out, order.tables)
    order.out.mkdir(parents=True, exist_ok=True)  # raises OSError if it cannot be written


def _beside(order: Order) -> None:
    """Refuse --out and --history below --events: their JSON lines would be read as events."""
    events = Path(order.events).resolve()
    for option, place in (("--out", order.out), ("--history", Path(order.history))):
        if place.resolve().is_relative_to(events):
            raise SourceError(
                f"{place} lies below {order.events}, where all is taken for events: give an {option} beside it"
            )


def files(events: str, spark: SparkSession) -> Files:
    """The event files: an address is read through Hadoop's file systems, anything else is a directory here."""
    return HadoopFiles(spark, events) if "://" in events else LocalFiles(events)


def list_files(files: Files, order: Order) -> list[Entry]:
    """The event files. Raises SourceError if there are none: a mount may be missing."""
    found = files.list(order.include_open)
    if not found:
        raise SourceError(
            f"there are no finished event files (*.jsonl, *.jsonl.gz) below {order.events}: see whether it is the "
            "right directory and is mounted; files that brokers still write are read with --include-open"
        )
    return found


def same_center(ledger: Ledger, center: str, out: Path) -> None:
    """Raises SourceError if the directory belongs to another center than the export, or has another layout.

    A directory belongs to the center of its first run.
    """
    known_layout(ledger)
    before = ledger.center()
    if before is None and (out / "silver").exists():
        raise SourceError(f"{out} was written by an older version: give a new --out, and all event files once more")
    if before is None:
        ledger.belongs_to(center)
    elif before[0] != center:
        raise SourceError(
            f"the directory holds the audit of center {before[0]}, the export is of center {center}: "
            "give each center an --out of its own"
        )


def known_layout(ledger: Ledger) -> None:
    """Raises SourceError for a directory of a later version: this one might damage its tables."""
    before = ledger.center()
    if before and before[1] > LAYOUT:
        raise SourceError(f"the directory was written in layout {before[1]}, this program knows {LAYOUT}: upgrade it")


def window(order: Order, ledger: Ledger, store: TableStore, exported: int) -> Period:
    """The window asked for; missing ends are chosen by the events. Raises SourceError if it cannot be judged.

    `exported`: epoch ms of the export of the history; nothing is known after it.
    """
    known = datetime.fromtimestamp(exported / 1000, UTC).date()
    days = _rightly_dated(sorted(day for day in ledger.days() if day <= known), store, exported)
    until = order.until or (days[-1] if days else None)
    since = order.since
    if days and until and not since:
        since = _since([day for day in days if day <= until], until, order.min_watched_days)
    if since is None or until is None:
        raise SourceError("there are no events, so the window must be given with --from and --until")
    _in_order(since, until)
    _known(until, exported)
    asked = Period(since, until)
    if not order.missing_days:
        without_gaps(asked, ledger.days())
    return asked


def without_gaps(asked: Period, known: Collection[date]) -> None:
    """Raises SourceError if a day of the window has no event: its files may be missing."""
    missing = sorted(set(asked.dates()).difference(known))
    if missing:
        raise SourceError(
            f"there is no event of {_list_days(missing)}: bring those files, choose another window with --from and "
            "--until, or give --missing-days if the clusters were idle"
        )


def _since(days: list[date], until: date, watched_days: int) -> date:
    """The first day of the default window.

    The window has _DAYS days, or a third more than must be watched if that is more, so that a few unwatched ones do no
    harm. It does not begin before the end of the last long pause of the log: days before that are no part of this log,
    or the work of a wrong clock.
    """
    longest = max(_DAYS, watched_days * 4 // 3)
    return max(last_begin(days) if days else until, until - timedelta(days=longest - 1))


def _rightly_dated(days: list[date], store: TableStore, exported: int) -> list[date]:
    """`days` without those at both ends on which every event comes from a wrong clock.

    An event flagged `future` counts as right if it is not after this export: the flag came from an older one.
    """
    kept, right = set(store.dates("events")), f"clock is null or (clock = 'future' and time <= {exported + FUTURE})"
    while days:
        ends = {days[0], days[-1]} & kept  # days whose events were deleted cannot be checked, and stay
        rows = store.read("events", ends).where(right).select("date").distinct().collect()
        wrong = ends - {row["date"] for row in rows}
        if not wrong:
            break
        days = [day for day in days if day not in wrong]
    return days


def _known(until: date, exported: int) -> None:
    known = datetime.fromtimestamp(exported / 1000, UTC).date()
    if until > known:
        raise SourceError(f"the window ends on {until}, the history was exported on {known}: choose an earlier --until")


def _in_order(since: date, until: date) -> None:
    if since > until:
        raise SourceError(f"the window ends ({until}) before it begins ({since})")


def _list_days(days: list[date]) -> str:
    spans = list(_spans(days))
    shown = ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in spans[:_SHOWN])
    more = sum((last - first).days + 1 for first, last in spans[_SHOWN:])
    return f"{shown} and {more} more {'days' if more > 1 else 'day'}" if more else shown


def _spans(days: list[date]) -> Iterator[tuple[date, date]]:
    """First and last day of each range of consecutive days. `days` must be in order and not empty."""
    first = last = days[0]
    for day in days[1:]:
        if day != last + timedelta(days=1):
            yield first, last
            first = day
        last = day
    yield first, last

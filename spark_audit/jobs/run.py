"""A run: files in, tables, findings, suggestions, and in the end its results put in place in one step."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from pyspark.sql import SparkSession

from spark_audit.jobs import (
    coverage,
    findings,
    gold,
    outcome,
    publication,
    recomputation,
    reports,
    suggestions,
)
from spark_audit.jobs.intake import Intake
from spark_audit.jobs.order import Order, Period, Run
from spark_audit.jobs.progress import Progress
from spark_audit.sources import fingerprint, history, listing
from spark_audit.sources.errors import SourceError
from spark_audit.store import Ledger, ParquetStore
from spark_audit.store.staging import workplace

_PER_DATE: tuple[Callable[[Run], None], ...] = (coverage.build, gold.build)
_PER_WINDOW: tuple[Callable[[Run], None], ...] = (
    recomputation.build, findings.build, suggestions.build, publication.build, reports.build,
)  # fmt: skip
_DAYS = 90
"""The window when none is asked for: so many days up to the last one seen."""


def check(order: Order) -> None:
    """Raises SourceError when an input is not there."""
    listing.paths(order.events, order.include_open)
    history.manifest(order.history)


def run(spark: SparkSession, order: Order) -> Path:
    """Do what `order` says; answers the directory of the results. Raises SourceError and staging.Busy.

    The same inputs into the same directory give the same bytes. Killed at any point and started again, too: each table
    is moved into its place when it is finished, and the pointer to the results is written last.
    """
    progress = Progress()
    with workplace(order.out) as aside:
        export = history.read(spark, order.history)
        store, ledger = ParquetStore(spark, order.out, aside), Ledger(order.out, aside)
        new = listing.new(order.events, order.include_open, ledger.has)
        if new:
            Intake(spark, store, ledger, aside, outcome.judged(order.out)).take_in(new, progress)
        window = _window(order, ledger)
        exported = sorted(Path(order.history).glob("*.json*"))
        contents = [row.sha256 for row in ledger.rows()]
        id_of_run = fingerprint.fingerprint(contents, exported, [str(window), *order.settings()])
        results = aside / "results"
        results.mkdir()
        stage = Run(spark, order, window, store, export, ledger, progress, tuple(ledger.pending()), results, id_of_run)
        for build in _PER_DATE:
            build(stage)
        ledger.settled()
        for build in _PER_WINDOW:
            build(stage)
        return outcome.put(order.out, aside, stage)


def _window(order: Order, ledger: Ledger) -> Period:
    """The window asked for, open ends taken from the events. Raises SourceError when there is nothing to take."""
    first, last = ledger.bounds() or (None, None)
    until = order.until or last
    since = order.since or (until and first and max(min(first, until), until - timedelta(days=_DAYS - 1)))
    if since is None or until is None:
        raise SourceError("there are no events, so the window must be given with --from and --until")
    if since > until:
        raise SourceError(f"the window ends ({until}) before it begins ({since})")
    return Period(since, until)

"""A run: intake, tables, findings, suggestions; at the end its results are put in place in one step."""

from collections.abc import Callable
from pathlib import Path

from pyspark.sql import SparkSession

from spark_audit.jobs import tables
from spark_audit.jobs.erasure import erase
from spark_audit.jobs.findings.build import build as build_findings
from spark_audit.jobs.gold import coverage, daily
from spark_audit.jobs.intake import arrivals, export, inputs
from spark_audit.jobs.intake.arrivals import ReadFile
from spark_audit.jobs.intake.silver import DirectoryState, Intake
from spark_audit.jobs.progress import Progress
from spark_audit.jobs.results import outcome, publication, reports
from spark_audit.jobs.run_order import Order, Run
from spark_audit.jobs.suggestions.build import build as build_suggestions
from spark_audit.sources import fingerprint, listing
from spark_audit.sources.errors import SourceError
from spark_audit.store import Ledger
from spark_audit.store.retention import KeptSince
from spark_audit.store.staging import workplace

_PER_DATE: tuple[Callable[[Run], None], ...] = (coverage.build, daily.build)
_PER_WINDOW: tuple[Callable[[Run], None], ...] = (build_findings, build_suggestions, publication.build, reports.build)


def run(spark: SparkSession, order: Order) -> Path:
    """Carry out `order`; returns the directory of the results. Raises SourceError and staging.Busy.

    The same inputs give the same bytes, also if a run is killed at any point and started again: each table is moved
    into place when it is finished, and the pointer to the results is written last.
    """
    progress = Progress()
    with workplace(order.out) as aside:
        people = erase.pseudonyms(order.out, order.key_file)
        past = export.read(spark, order.history, people, aside / "export")
        store = tables.open_store(spark, order.out, aside, tables.kind(order.out, order.tables))
        ledger = Ledger(order.out, aside)
        inputs.same_center(ledger, past.manifest.center, order.out)
        keeping = DirectoryState(outcome.last_judged(order.out), KeptSince.of(order.out).events, people)
        waiting = _take_in(Intake(spark, store, ledger, aside, past, keeping), spark, order, ledger, progress)
        window = inputs.window(order, ledger, store, past.manifest.time)
        exported = sorted(Path(order.history).glob("*.json*"))
        contents = [*(row.sha256 for row in ledger.rows()), *(file.row.sha256 for file in waiting)]
        id_of_run = fingerprint.fingerprint(contents, exported, [str(window), *order.settings()])
        results = aside / "results"
        results.mkdir()
        touched = tuple(ledger.pending())
        stage = Run(spark, order, window, store, past, ledger, progress, touched, results, id_of_run, len(waiting))
        for build in _PER_DATE:
            build(stage)
        ledger.settled()
        for build in _PER_WINDOW:
            build(stage)
        return outcome.put(order.out, aside, stage)


def _take_in(intake: Intake, spark: SparkSession, order: Order, ledger: Ledger, progress: Progress) -> list[ReadFile]:
    """Take in what is new; returns what waits for a later export. Raises SourceError if nothing else was ever read."""
    files, seen = inputs.files(order.events, spark), listing.HashCache(order.out / listing.SEEN)
    found = seen.hashed(files, inputs.list_files(files, order))
    new = arrivals.without_beginnings(files, listing.new(found, ledger.has), found)
    progress.expect(len(new), sum(file.entry.bytes for file in new))
    waiting: list[ReadFile] = []
    for batch in listing.batches(new, order.batch_bytes):
        waiting += intake.take_in(files, batch, order.any_revision, progress)
    if waiting and not ledger.rows():
        raise SourceError(intake.known.too_late(waiting[0]))
    if waiting:
        progress.done("intake", f"{len(waiting)} files with events after the export wait for the next run")
    seen.write(found)
    return waiting

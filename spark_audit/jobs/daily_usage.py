"""The job: take the event files in, judge every grant, publish, report."""

from pathlib import Path

from pyspark.sql import SparkSession

from spark_audit.jobs.intake import Intake, take_in
from spark_audit.jobs.order import Order, Period
from spark_audit.jobs.progress import Progress
from spark_audit.jobs.results import Results, period, results
from spark_audit.sinks import publish, staging
from spark_audit.sinks.report import page
from spark_audit.sinks.report.content import Content
from spark_audit.sources import events, fingerprint, grants


def run(spark: SparkSession, order: Order) -> Path:
    """Do what `order` says; answers the report in its language. Raises SourceError and staging.Busy.

    The same inputs into the same directory give the same bytes. Killed at any point and started again, too: each file
    is moved into its place when it is finished, and everything is computed from the inputs and from silver.
    """
    progress = Progress()
    files = events.files(order.events, order.include_open)
    export = grants.read(spark, order.grants)
    with staging.workplace(order.out) as aside:
        intake = take_in(spark, files, order.out, aside, progress)
        window = period(spark, order)
        found = results(spark, order, window, export)
        progress.done("findings", f"{len(found.findings)} grants, {len(found.differences)} differences")
        content = _content(order, window, intake, found)
        publish.write(found.usage, content, order.out, aside)
        progress.done("publish", f"{window.since} to {window.until}")
        report = page.write(content, order.out / "report", aside)[order.language]
        progress.done("report", str(report))
    return report


def check(order: Order) -> None:
    """Raises SourceError when an input is not there."""
    events.files(order.events, order.include_open)
    grants.existing(order.grants)


def _content(order: Order, window: Period, intake: Intake, found: Results) -> Content:
    id_of_run = fingerprint.fingerprint([*intake.files, Path(order.grants)], order.settings())
    events_kept, lost = found.totals["events"], found.totals["lost"]
    hundredths = 10_000 * events_kept // (events_kept + lost) if events_kept else 0
    return Content(
        run={
            "run": id_of_run,
            "from": str(window.since),
            "until": str(window.until),
            "events": events_kept,
            "bad_lines": sum(intake.bad.values()),
            "duplicates": intake.duplicates,
            "lost": lost,
            "coverage_percent": hundredths / 100,
        },
        findings=found.findings,
        denials=found.denials,
        probes=found.probes,
        differences=found.differences,
        coverage=found.coverage,
        trend=found.trend,
        heat=found.heat,
        bad=dict(intake.bad),
        files=[path.name for path in intake.files],
        grants_file=Path(order.grants).name,
        grants=found.totals["grants"],
        min_age_days=order.min_age_days,
        min_coverage=order.min_coverage,
    )

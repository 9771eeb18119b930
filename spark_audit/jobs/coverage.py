"""How complete the log of the window is."""

from datetime import timedelta

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.jobs.order import Run
from spark_audit.schemas import COVERAGE_DAILY, names
from spark_audit.transforms import coverage

_BACK = 35
"""Days before the window in which the number before the window's first is looked for at first."""


def build(run: Run) -> None:
    """Rewrite `sequences` of the touched dates and `coverage_daily` of the window."""
    if run.touched:
        events = run.store.read("events", run.touched)
        run.store.replace_dates("sequences", coverage.sequences(events), run.touched)
    inside = coverage.coverage_daily(_ranges(run)).where(run.window.condition())
    rows = inside.withColumn("until", sf.lit(run.window.until)).select(*names(COVERAGE_DAILY))
    run.store.replace_dates("coverage_daily", rows, [run.window.until])
    run.progress.done("coverage", f"{run.window.since} to {run.window.until}")


def _ranges(run: Run) -> DataFrame:
    """What the window needs of `sequences`: also what came before it, without reading years for nothing."""
    kept = [day for day in run.store.dates("sequences") if day <= run.window.until]
    near = [day for day in kept if day >= run.window.since - timedelta(days=_BACK)]
    ranges = run.store.read("sequences", near)
    if len(near) == len(kept):
        return ranges
    first = ranges.groupBy("boot").agg(sf.min_by("date", "start").alias("date"), sf.min("start").alias("start"))
    complete = first.where((sf.col("start") > 1) & (sf.col("date") >= sf.lit(run.window.since))).isEmpty()
    return ranges if complete else run.store.read("sequences", kept)

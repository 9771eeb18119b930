"""How complete the log of the window is, and on which of its days each cluster was watched."""

from datetime import date, timedelta

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.jobs.run_order import Run
from spark_audit.schemas import COVERAGE_DAILY, WATCHED_DAYS, names
from spark_audit.transforms.coverage import sequence_numbers
from spark_audit.transforms.coverage.watched_days import watched_days

_BACK = 35
"""Days before `since` that are read first, to find the number before the first one of each start."""


def build(run: Run) -> None:
    """Rewrite `sequences` of the touched dates, and `coverage_daily` and `watched_days` of the window."""
    if run.touched:
        events = run.store.read("events", run.touched)
        run.store.replace_dates("sequences", sequence_numbers.sequences(events), run.touched)
    since, until, known = run.window.since, run.window.until, ranges(run, run.window.since)
    inside = sequence_numbers.coverage_daily(known).where(run.window.condition())
    rows = inside.withColumn("until", sf.lit(until)).select(*names(COVERAGE_DAILY))
    run.store.replace_dates("coverage_daily", rows, [until])
    watched = watched_days(known, [(since, until)], run.order.min_coverage).select(*names(WATCHED_DAYS))
    run.store.replace_dates("watched_days", watched, [until])
    run.progress.done("coverage", f"{run.window.since} to {run.window.until}")


def ranges(run: Run, since: date) -> DataFrame:
    """Rows of SEQUENCES to the end of the window: from _BACK days before `since`, or all.

    All are read if some start of a broker first appears at `since` or later with a number above 1: the numbers in front
    of it may be older than _BACK days, or lost.
    """
    kept = [day for day in run.store.dates("sequences") if day <= run.window.until]
    near = [day for day in kept if day >= since - timedelta(days=_BACK)]
    found = run.store.read("sequences", near)
    if len(near) == len(kept):
        return found
    first = found.groupBy("boot").agg(sf.min_by("date", "start").alias("date"), sf.min("start").alias("start"))
    complete = first.where((sf.col("start") > 1) & (sf.col("date") >= sf.lit(since))).isEmpty()
    return found if complete else run.store.read("sequences", kept)

"""Silver → gold: the daily tables, for the dates whose events changed."""

from pyspark.sql import DataFrame

from spark_audit.jobs.run_order import Run
from spark_audit.jobs.shared import SharedFrames
from spark_audit.sources.events import LOG
from spark_audit.transforms.gold.per_date import PER_DATE
from spark_audit.transforms.history.attribution import attribute
from spark_audit.transforms.history.recomputation import recomputed_daily


def build(run: Run) -> None:
    """Rewrite the daily tables of the touched dates, among them the comparison of log and history."""
    if not run.touched:
        return
    shared, events, past = SharedFrames(run.spark), _events(run), run.history
    dates = together(events, len(run.touched))
    held = shared.cache(dates)
    for table, transform in PER_DATE.items():
        run.store.replace_dates(table, transform(held), run.touched)
    # The comparison joins by user, so events gathered by date do not help it. But if they are cached, it reads these.
    compared = recomputed_daily(events if held is dates else held, past.grants, past.users, past.rights, shared.cache)
    run.store.replace_dates("recomputed_daily", compared, run.touched)
    shared.release()
    run.progress.done("gold", f"{len(run.touched)} dates: {', '.join(PER_DATE)}, recomputed_daily")


def together(events: DataFrame, dates: int) -> DataFrame:
    """The events with each date in one task, so that every sum by date and other keys needs no further shuffle.

    With fewer than four dates per core, the events stay as they are: summing in part where they were read is faster.
    """
    cores = events.sparkSession.sparkContext.defaultParallelism
    return events.repartition("date") if dates >= 4 * cores else events


def _events(run: Run) -> DataFrame:
    """The events of the touched dates. Those of Pulsar's own log get the grants that covered them."""
    events, past = run.store.read("events", run.touched), run.history
    if events.where(f"source = '{LOG}'").isEmpty():
        return events
    return attribute(events, past.grants, past.users, past.rights)

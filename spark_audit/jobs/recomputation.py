"""The logged grants against the history: what does not fit."""

from pyspark.sql import functions as sf

from spark_audit.jobs.order import Run
from spark_audit.schemas import RECOMPUTED, names
from spark_audit.transforms.differences import differences


def build(run: Run) -> None:
    """Rewrite `recomputed` for the window."""
    events = run.store.read("events", run.window.dates())
    found = differences(events, run.history.grants).withColumns(
        {
            "until": sf.lit(run.window.until),
            "cause": sf.lit(None).cast("string"),
            "op": sf.lit(None).cast("string"),
        }
    )
    run.store.replace_dates("recomputed", found.select(*names(RECOMPUTED)), [run.window.until])
    run.progress.done("recomputed", f"{run.window.since} to {run.window.until}")

"""The gold tables of the window, summed from the daily tables: silver is not read again."""

from pyspark.sql import DataFrame

from spark_audit.jobs.run_order import Run
from spark_audit.transforms.gold.denials import without_despite
from spark_audit.transforms.gold.usage_totals import usage_totals
from spark_audit.transforms.gold.would_allow import would_allow
from spark_audit.transforms.history.after_revocation import after_revocation, sum_recomputed

_SNAPSHOT_MAX_AGE = 86_400_000
"""ms; the default of userCenterSnapshotMaxAgeSeconds in the plugin."""


def build(run: Run) -> None:
    """Rewrite these tables for the window."""
    until, past = run.window.until, run.history

    def daily(name: str) -> DataFrame:
        return run.store.read(name, run.window.dates())

    compared, activity = daily("recomputed_daily"), daily("activity_daily")
    tables = {
        "usage_totals": usage_totals(daily("usage_daily"), activity, past.grants, until),
        "recomputed": sum_recomputed(compared, until),
        "after_revocation": after_revocation(compared, activity, past.credentials, until, _SNAPSHOT_MAX_AGE),
        "would_allow": would_allow(without_despite(daily("denials_daily"), compared), past.rights, past.grants, until),
    }
    for table, rows in tables.items():
        run.store.replace_dates(table, rows, [until])
    run.progress.done("totals", ", ".join(tables))

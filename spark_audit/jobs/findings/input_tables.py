"""Reads the input of the findings: daily tables, the history, and the tables of the window."""

from dataclasses import fields
from datetime import date

from pyspark.sql import DataFrame

from spark_audit.jobs.gold.coverage import ranges
from spark_audit.jobs.run_order import Run
from spark_audit.sources.rows import small_frame
from spark_audit.transforms.findings import watched_logs
from spark_audit.transforms.findings.kinds import DAILY, JudgedTables, KnownTables
from spark_audit.transforms.findings.rules import Days

_ASKED_ONCE = ("recomputed_daily",)


def known(run: Run, days: Days) -> KnownTables:
    """The tables known before the window is judged. Those per date, except _ASKED_ONCE, are cached until `release`."""
    return KnownTables(
        **{
            table: _daily(run, table, days) if table in _ASKED_ONCE else _asked_often(run, table, days)
            for table in DAILY
        },
        logged_since=min([*_kept_dates(run, "sequences", days.first, days.until), days.until]),
        log=_log(run, days),
        grants=run.history.grants,
        users=run.history.users,
        resources=run.history.resources,
        credentials=run.history.credentials,
    )


def release(tables: KnownTables) -> None:
    """Free the cached tables."""
    for table in DAILY:
        getattr(tables, table).unpersist()


def read_judged(run: Run) -> JudgedTables:
    """The tables of the judged window."""
    until = [run.window.until]
    return JudgedTables(**{field.name: run.store.read(field.name, until) for field in fields(JudgedTables)})


def _daily(run: Run, name: str, days: Days) -> DataFrame:
    return run.store.read(name, _kept_dates(run, name, days.first, days.until))


def _asked_often(run: Run, name: str, days: Days) -> DataFrame:
    """The daily table, cached: many kinds of findings read it, and each of its many days is a file.

    A table without rows is not cached, because Spark's optimizer cannot see that a cached table is empty.
    """
    rows = _daily(run, name, days)
    return rows.persist() if _kept_dates(run, name, days.first, days.until) else rows


def _log(run: Run, days: Days) -> DataFrame:
    """Rows of WATCHED, one per cluster, collected once because several kinds read them."""
    rows = watched_logs.read_watched(ranges(run, days.before), days, run.order.min_coverage)
    return small_frame(run.spark, (row.asDict() for row in rows.collect()), watched_logs.WATCHED)


def _kept_dates(run: Run, name: str, first: date, last: date) -> list[date]:
    return [day for day in run.store.dates(name) if first <= day <= last]

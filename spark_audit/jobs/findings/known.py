"""Reads the input of the findings: daily tables, the history, and the tables of the window."""

from dataclasses import fields
from datetime import date

from pyspark.sql import DataFrame

from spark_audit.jobs.gold.coverage import ranges
from spark_audit.jobs.order import Run
from spark_audit.sources.rows import few
from spark_audit.transforms.findings import watched
from spark_audit.transforms.findings.kinds import DAILY, Judged, Known
from spark_audit.transforms.findings.rules import Days

_ASKED_ONCE = ("recomputed_daily",)


def known(run: Run, days: Days) -> Known:
    """The tables known before the window is judged. Those per date, except _ASKED_ONCE, are cached until `let_go`."""
    return Known(
        **{name: _daily(run, name, days) if name in _ASKED_ONCE else _asked_often(run, name, days) for name in DAILY},
        logged_since=min([*_kept_dates(run, "sequences", days.first, days.until), days.until]),
        log=_log(run, days),
        grants=run.history.grants,
        users=run.history.users,
        resources=run.history.resources,
        credentials=run.history.credentials,
    )


def let_go(held: Known) -> None:
    """Free the cached tables."""
    for name in DAILY:
        getattr(held, name).unpersist()


def read_judged(run: Run) -> Judged:
    """The tables of the judged window."""
    until = [run.window.until]
    return Judged(**{one.name: run.store.read(one.name, until) for one in fields(Judged)})


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
    rows = watched.read_watched(ranges(run, days.before), days, run.order.min_coverage)
    return few(run.spark, (row.asDict() for row in rows.collect()), watched.WATCHED)


def _kept_dates(run: Run, name: str, first: date, last: date) -> list[date]:
    return [day for day in run.store.dates(name) if first <= day <= last]

"""Gold and history → the tables of `judging`, and `findings`."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import reduce

from pyspark.sql import DataFrame

from spark_audit.jobs.findings import judging
from spark_audit.jobs.findings.input_tables import known, read_judged, release
from spark_audit.jobs.run_order import Run
from spark_audit.transforms.findings.kinds import of_accounts, of_denials, of_rights
from spark_audit.transforms.findings.lifecycle import settle
from spark_audit.transforms.findings.rules import Days
from spark_audit.transforms.findings.watched_logs import with_watched_dates


def build(run: Run) -> None:
    """Rewrite the tables of `judging`, and `findings`, for the window."""
    rules = run.order.rules
    days = Days.of(run.window.since, run.window.until, rules)
    with _beside() as beside:
        # Findings about accounts do not need what `judging` computes, so both run at once: one plans, one computes.
        tables = beside.submit(known, run, days)
        accounts = beside.submit(lambda: _computed(of_accounts(tables.result(), days, rules)))
        judging.build(run, rules)
        found = of_rights(tables.result(), read_judged(run), days, rules)
        found += of_denials(tables.result(), days, rules) + accounts.result()
    drafts = with_watched_dates(reduce(DataFrame.unionByName, found), tables.result().log)
    rows = settle(drafts, _earlier(run), days.until, rules.closed_days)
    run.store.replace_dates("findings", rows, [days.until])
    for frame in accounts.result():
        frame.unpersist()
    release(tables.result())
    run.progress.done("findings", str(days.until))


@contextmanager
def _beside() -> Iterator[ThreadPoolExecutor]:
    """A second thread. If the run fails, it is not waited for: it ends when Spark stops."""
    pool = ThreadPoolExecutor(1)
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _computed(found: list[DataFrame]) -> list[DataFrame]:
    """All in one frame, computed and kept in memory; a list with that frame, or empty."""
    if not found:
        return []
    rows = reduce(DataFrame.unionByName, found).persist()
    rows.count()
    return [rows]


def _earlier(run: Run) -> DataFrame:
    """The findings of the newest window that ended before this one."""
    before = [day for day in run.store.dates("findings") if day < run.window.until]
    return run.store.read("findings", before[-1:])

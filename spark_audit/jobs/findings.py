"""Gold and history → what they say about each grant, how much more is granted than used, and what to look at."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import reduce

from pyspark.sql import DataFrame

from spark_audit.jobs.known import judged, known, let_go
from spark_audit.jobs.order import Run
from spark_audit.transforms import center_uses, coverage, super_users
from spark_audit.transforms.findings.creep import creep
from spark_audit.transforms.findings.kinds import of_accounts, of_rights
from spark_audit.transforms.findings.lifecycle import settled
from spark_audit.transforms.findings.rules import Days, Rules
from spark_audit.transforms.grant_status import Bounds, grant_status
from spark_audit.transforms.unproven import without_proof


def build(run: Run) -> None:
    """Rewrite `grant_status`, `creep` and `findings` for the window."""
    rules = run.order.rules
    days = Days.of(run.window.since, run.window.until, rules)
    with _beside() as beside:
        # Accounts need nothing of what is judged meanwhile: one core plans while the other computes.
        tables = beside.submit(known, run, days)
        accounts = beside.submit(lambda: _computed(of_accounts(tables.result(), days, rules)))
        _judge_grants(run)
        _measure_creep(run, rules)
        found = of_rights(tables.result(), judged(run), days, rules) + accounts.result()
    rows = settled(reduce(DataFrame.unionByName, found), _earlier(run), days.until, rules.closed_days)
    run.store.replace_dates("findings", rows, [days.until])
    for held in accounts.result():
        held.unpersist()
    let_go(tables.result())
    run.progress.done("findings", str(days.until))


@contextmanager
def _beside() -> Iterator[ThreadPoolExecutor]:
    """A second thread. A run that fails does not wait for it: it ends with Spark."""
    pool = ThreadPoolExecutor(1)
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _computed(found: list[DataFrame]) -> list[DataFrame]:
    """As one, in memory."""
    if not found:
        return []
    rows = reduce(DataFrame.unionByName, found).persist()
    rows.count()
    return [rows]


def _judge_grants(run: Run) -> None:
    until = run.window.until
    usage = run.store.read("usage_daily", run.window.dates())
    covered = coverage.by_cluster(run.store.read("coverage_daily", [until]))
    bounds = Bounds(run.window.start(), run.window.end(), run.order.min_age_days, run.order.min_coverage)
    by_log = grant_status(run.history.grants, usage, covered, bounds)
    at_center = center_uses.in_window(run.history.center_uses, run.window.since, until)
    named = super_users.grants_of(run.store.read("super_users_daily", run.window.dates()), run.history.grants)
    proven = without_proof(without_proof(by_log, at_center, center_uses.CENTER), named, super_users.SUPER_USER)
    run.store.replace_dates("grant_status", proven, [until])


def _measure_creep(run: Run, rules: Rules) -> None:
    until, usage = run.window.until, run.store.read("usage_daily", run.window.dates())
    rows = creep(run.history.grants, usage, run.history.resources, rules.weights, until)
    run.store.replace_dates("creep", rows, [until])


def _earlier(run: Run) -> DataFrame:
    """The findings of the newest window that ended before this one."""
    before = [day for day in run.store.dates("findings") if day < run.window.until]
    return run.store.read("findings", before[-1:])

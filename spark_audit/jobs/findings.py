"""Gold and history → what they say about each grant, how much more is granted than used, and what to look at."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from datetime import date
from functools import reduce

from pyspark.sql import DataFrame

from spark_audit.jobs.order import Run
from spark_audit.schemas import COVERAGE_DAILY, names
from spark_audit.sources.rows import few
from spark_audit.transforms import center_uses, coverage, super_users
from spark_audit.transforms.findings import watched
from spark_audit.transforms.findings.creep import creep
from spark_audit.transforms.findings.kinds import Judged, Known, of_accounts, of_rights
from spark_audit.transforms.findings.lifecycle import settled
from spark_audit.transforms.findings.rules import Days, Rules
from spark_audit.transforms.grant_status import Bounds, grant_status
from spark_audit.transforms.unproven import without_proof


def build(run: Run) -> None:
    """Rewrite `grant_status`, `creep` and `findings` for the window."""
    rules = run.order.rules
    days = Days.of(run.window.since, run.window.until, rules)
    with ThreadPoolExecutor(1) as beside:
        # Accounts need nothing of what is judged meanwhile: one core plans while the other computes.
        knowing = beside.submit(_known, run, days)
        accounts = beside.submit(lambda: _held(of_accounts(knowing.result(), days, rules)))
        _judge_grants(run)
        _measure_creep(run, rules)
        known = knowing.result()
        found = of_rights(known, _judged(run), days, rules) + accounts.result()
    rows = settled(reduce(DataFrame.unionByName, found), _earlier(run), days.until, rules.closed_days)
    run.store.replace_dates("findings", rows, [days.until])
    for held in (known.usage_daily, known.activity_daily, known.denials_daily, *accounts.result()):
        held.unpersist()
    run.progress.done("findings", str(days.until))


def _held(found: list[DataFrame]) -> list[DataFrame]:
    """As one, computed and in memory."""
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
    judged = grant_status(run.history.grants, usage, covered, bounds)
    at_center = center_uses.in_window(run.history.center_uses, run.window.since, until)
    named = super_users.grants_of(run.store.read("super_users_daily", run.window.dates()), run.history.grants)
    proven = without_proof(without_proof(judged, at_center, center_uses.CENTER), named, super_users.SUPER_USER)
    run.store.replace_dates("grant_status", proven, [until])


def _measure_creep(run: Run, rules: Rules) -> None:
    until, usage = run.window.until, run.store.read("usage_daily", run.window.dates())
    rows = creep(run.history.grants, usage, run.history.resources, rules.weights, until)
    run.store.replace_dates("creep", rows, [until])


def _known(run: Run, days: Days) -> Known:
    return Known(
        usage_daily=_asked_often(run, "usage_daily", days),
        activity_daily=_asked_often(run, "activity_daily", days),
        denials_daily=_asked_often(run, "denials_daily", days),
        logged_since=min([*_kept(run, "sequences", days.first, days.until), days.until]),
        log=_log(run, days),
        grants=run.history.grants,
        users=run.history.users,
        resources=run.history.resources,
        credentials=run.history.credentials,
    )


def _judged(run: Run) -> Judged:
    until = [run.window.until]
    return Judged(**{one.name: run.store.read(one.name, until) for one in fields(Judged)})


def _daily(run: Run, name: str, days: Days) -> DataFrame:
    return run.store.read(name, _kept(run, name, days.first, days.until))


def _asked_often(run: Run, name: str, days: Days) -> DataFrame:
    """In memory: many kinds of findings ask for it, and so many days are as many files.

    Not so a table without rows: of what is held Spark cannot tell that nothing comes of it.
    """
    rows = _daily(run, name, days)
    return rows.persist() if _kept(run, name, days.first, days.until) else rows


def _log(run: Run, days: Days) -> DataFrame:
    """One small row per cluster, held by the driver: several kinds ask for it."""
    inside = run.store.read("coverage_daily", [days.until]).select(*names(COVERAGE_DAILY)[1:])
    outside = watched.before_window(_daily(run, "sequences", days), days.since)
    rows = watched.watched(inside.unionByName(outside), days, run.order.min_coverage)
    return few(run.spark, (row.asDict() for row in rows.collect()), watched.WATCHED)


def _kept(run: Run, name: str, first: date, last: date) -> list[date]:
    return [day for day in run.store.dates(name) if first <= day <= last]


def _earlier(run: Run) -> DataFrame:
    """The findings of the newest window that ended before this one."""
    before = [day for day in run.store.dates("findings") if day < run.window.until]
    return run.store.read("findings", before[-1:])

"""Gold and history → what they say about each grant, how much more is granted than used, and what to look at."""

from collections.abc import Mapping
from datetime import date

from pyspark.sql import DataFrame

from spark_audit.jobs.order import Run
from spark_audit.schemas import COVERAGE_DAILY, names
from spark_audit.sources.rows import few
from spark_audit.transforms import center_uses, coverage, super_users
from spark_audit.transforms.findings import watched
from spark_audit.transforms.findings.creep import creep
from spark_audit.transforms.findings.kinds import Facts, drafts
from spark_audit.transforms.findings.lifecycle import settled
from spark_audit.transforms.findings.rules import Days, Rules
from spark_audit.transforms.grant_status import Bounds, grant_status
from spark_audit.transforms.unproven import without_proof

_ASKED_OFTEN = ("usage_daily", "activity_daily", "denials_daily")
"""Read once: many kinds of findings ask for them, and so many days are as many files."""


def build(run: Run) -> None:
    """Rewrite `grant_status`, `creep` and `findings` for the window."""
    rules = run.order.rules
    days = Days.of(run.window.since, run.window.until, rules)
    _judge_grants(run)
    _measure_creep(run, rules)
    held = {name: _held(run, name, days) for name in _ASKED_OFTEN}
    found = drafts(_facts(run, days, held), days, rules)
    rows = settled(found, _earlier(run), days.until, rules.closed_days)
    run.store.replace_dates("findings", rows, [days.until])
    for one in held.values():
        one.unpersist()
    run.progress.done("findings", str(days.until))


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


def _facts(run: Run, days: Days, held: Mapping[str, DataFrame]) -> Facts:
    until = [days.until]
    return Facts(
        **held,
        **{name: run.store.read(name, until) for name in ("after_revocation", "recomputed", "grant_status", "creep")},
        logged_since=min([*_kept(run, "sequences", days.first, days.until), days.until]),
        log=_log(run, days),
        grants=run.history.grants,
        users=run.history.users,
        resources=run.history.resources,
        credentials=run.history.credentials,
    )


def _daily(run: Run, name: str, days: Days) -> DataFrame:
    return run.store.read(name, _kept(run, name, days.first, days.until))


def _held(run: Run, name: str, days: Days) -> DataFrame:
    """In memory, but for a table without rows: of what is held Spark cannot tell that nothing comes of it."""
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

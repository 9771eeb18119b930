"""Gold and history → the sums of the window, the status of each grant, and creep."""

from spark_audit.jobs.gold import recomputation
from spark_audit.jobs.run_order import Run
from spark_audit.transforms.coverage.unproven import without_proof
from spark_audit.transforms.findings.rights.creep import creep
from spark_audit.transforms.findings.rights.leaves import known_since
from spark_audit.transforms.findings.rules import Rules
from spark_audit.transforms.gold import center_uses, super_users
from spark_audit.transforms.status.grant_status import Bounds, grant_status


def build(run: Run, rules: Rules) -> None:
    """Rewrite the tables of `recomputation`, `grant_status` and `creep` for the window."""
    recomputation.build(run)
    judge_grants(run)
    _measure_creep(run, rules)


def judge_grants(run: Run) -> None:
    """Rewrite `grant_status` for the window."""
    until = run.window.until
    usage, uses = (run.store.read(table, run.window.dates()) for table in ("usage_daily", "uses_daily"))
    order, logs = run.order, run.store.read("watched_days", [until])
    bounds = Bounds(
        run.window.start(), run.window.end(), order.min_age_days, order.min_coverage, order.min_watched_days
    )
    by_log = grant_status(run.history.grants, usage, uses, logs, bounds)
    at_center = center_uses.in_window(run.history.center_uses, run.window.since, until)
    named = super_users.grants_of(run.store.read("super_users_daily", run.window.dates()), run.history.grants)
    proven = without_proof(without_proof(by_log, at_center, center_uses.CENTER), named, super_users.SUPER_USER)
    run.store.replace_dates("grant_status", proven, [until])


def _measure_creep(run: Run, rules: Rules) -> None:
    until, usage = run.window.until, run.store.read("usage_daily", run.window.dates())
    status = run.store.read("grant_status", [until])
    resources = known_since(run.history.resources, run.window.start())
    rows = creep(run.history.grants, status, usage, resources, rules.weights, until)
    run.store.replace_dates("creep", rows, [until])

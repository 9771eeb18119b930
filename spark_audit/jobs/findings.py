"""Gold and history → what they say about each grant."""

from spark_audit.jobs.order import Run
from spark_audit.transforms import coverage
from spark_audit.transforms.grant_status import Bounds, grant_status


def build(run: Run) -> None:
    """Rewrite `grant_status` for the window."""
    until = run.window.until
    usage = run.store.read("usage_daily", run.window.dates())
    covered = coverage.by_cluster(run.store.read("coverage_daily", [until]))
    bounds = Bounds(run.window.end(), run.order.min_age_days, run.order.min_coverage)
    run.store.replace_dates("grant_status", grant_status(run.history.grants, usage, covered, bounds), [until])
    run.progress.done("findings", str(until))

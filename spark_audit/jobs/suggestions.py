"""Findings → what to change, back-tested."""

from spark_audit.jobs.order import Run


def build(run: Run) -> None:
    """Nothing is suggested yet: the tables of the window are emptied."""
    for name in ("suggestions", "backtest"):
        run.store.replace_dates(name, run.store.read(name, ()), [run.window.until])

"""Which tables of a run are shown in reports, and which are written as CSV."""

from collections.abc import Mapping, Sequence

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.jobs.order import Run
from spark_audit.transforms import pictures, report_tables
from spark_audit.transforms.report_rows import Listed, with_tenant

_RUNS = 60
"""So many runs back, creep is drawn."""

Whole = Mapping[str, tuple[DataFrame, Sequence[str]]]


def shown(run: Run) -> dict[str, Listed]:
    """The tables of the reports, with what comes first and how much of it is kept."""
    return _of_use(run) | _of_grants(run) | _of_findings(run) | _of_history(run)


def whole(run: Run) -> Whole:
    """The tables of `csv/` with the columns that sort them."""
    usage, grants = _daily(run, "usage_daily"), run.history.grants
    return {
        "grant_status": (_until(run, "grant_status"), ["grant"]),
        "findings": (_until(run, "findings"), ["id"]),
        "suggestions": (_until(run, "suggestions"), ["id"]),
        "backtest": (_until(run, "backtest"), ["suggestion", "window_days"]),
        "creep": (_until(run, "creep"), ["scope_type", "scope", "tenant"]),
        "denials": (_denials(run), ["user", "resource", "op", "reason"]),
        "after_revocation": (_until(run, "after_revocation"), ["grant", "user", "resource"]),
        "recomputed": (_until(run, "recomputed"), ["grant", "user", "resource"]),
        "trend": (pictures.trend(usage), ["scope", "date"]),
        "heat": (pictures.heat(usage, grants), ["scope", "role", "area"]),
        "flow": (pictures.flow(usage), ["user", "topic"]),
    }


def _of_use(run: Run) -> dict[str, Listed]:
    usage, probes = _daily(run, "usage_daily"), with_tenant(_daily(run, "probes_daily"))
    most = [sf.desc("n")]
    return {
        "trend": Listed(pictures.trend(usage), [sf.asc("date")], 4_000, scoped=True),
        "heat": Listed(pictures.heat(usage, run.history.grants), [*most, "role", "area"], 300, scoped=True),
        "flow": Listed(pictures.flow(usage), [*most, "user", "topic"], 300),
        "denials": Listed(_denials(run), [*most, "user", "resource", "op", "reason"], 50),
        "probes": Listed(probes.select("tenant", "user", "op", "resource").distinct(), ["user"], 1),
    }


def _of_grants(run: Run) -> dict[str, Listed]:
    status = with_tenant(_until(run, "grant_status"), "res")
    counted = report_tables.counted(status, "status")
    creep, past = _until(run, "creep"), [day for day in run.store.dates("creep") if day <= run.window.until][-_RUNS:]
    holders = creep.where("scope_type in ('role', 'user')")
    over_time = report_tables.creep_trend(run.store.read("creep", past))
    return {
        "statuses": Listed(counted, ["status"], 20, scoped=True),
        "grants": Listed(status, ["grant"], 50, per=["status"]),
        "creep": Listed(holders, [sf.desc("index"), "scope_type", "scope"], 30),
        "creep_trend": Listed(over_time, ["until"], _RUNS, scoped=True),
    }


def _of_findings(run: Run) -> dict[str, Listed]:
    findings, backtest = _until(run, "findings"), _until(run, "backtest")
    kinds = report_tables.counted(findings, "kind", "severity", "state")
    suggestions = report_tables.suggestions(_until(run, "suggestions"), backtest)
    saved = sf.col("leaves_before") - sf.col("leaves_after")
    together = backtest.where("suggestion = 'all'").withColumn("tenant", sf.lit(None).cast("string"))
    loud = [sf.desc("state"), sf.desc("severity"), sf.desc("last_seen"), sf.col("id")]
    return {
        "kinds": Listed(kinds, [sf.desc("severity"), "kind", "state"], 200, scoped=True),
        "findings": Listed(findings, loud, 12, per=["kind"]),
        "suggestions": Listed(suggestions, [sf.desc(saved), "id"], 50),
        "backtest": Listed(together, ["window_days"], 20),
    }


def _of_history(run: Run) -> dict[str, Listed]:
    most = [sf.desc("n"), sf.col("grant"), sf.col("user"), sf.col("resource"), sf.col("rev")]
    names = ("after_revocation", "recomputed")
    return {name: Listed(with_tenant(_until(run, name)), most, 50) for name in names}


def _denials(run: Run) -> DataFrame:
    return report_tables.denials(_daily(run, "denials_daily"), _until(run, "would_allow"))


def _daily(run: Run, name: str) -> DataFrame:
    return run.store.read(name, run.window.dates())


def _until(run: Run, name: str) -> DataFrame:
    return run.store.read(name, [run.window.until])

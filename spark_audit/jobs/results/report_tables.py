"""The tables that reports and CSV need besides those in `publish/`, sorted."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.jobs.results import pages
from spark_audit.jobs.run_order import Run
from spark_audit.transforms.coverage import sequence_numbers
from spark_audit.transforms.history.accounts import accounts
from spark_audit.transforms.reports import denied_attempts, pictures, watched_clusters
from spark_audit.transforms.reports.report_rows import Tables, known_tenants, lines, with_tenant

_RUNS = 60
"""Creep is drawn for so many of the latest runs."""


def rows(run: Run) -> tuple[dict[str, list[str]], DataFrame]:
    """The columns of every table, and the rows of all as sorted lines."""
    tables = _tables(run)
    columns = pictures.USE | {table: frame.columns for table, (frame, _) in tables.items()}
    return columns, lines(tables, pictures.use(_daily(run, "usage_daily"), run.history.grants))


def _tables(run: Run) -> Tables:
    arrived = sequence_numbers.by_cluster(_until(run, "coverage_daily"))
    refused = denied_attempts.build(_daily(run, "denials_daily"), _until(run, "would_allow"))
    probes = with_tenant(_daily(run, "probes_daily")).groupBy("tenant").agg(sf.sum("n").alias("n"))
    return {
        "denials": (refused, ["-n", "user", "resource", "op", "reason", "cluster"]),
        "probes": (probes, ["tenant"]),
        "coverage": (watched_clusters.build(arrived, _until(run, "watched_days"), run.history.resources), ["cluster"]),
        "accounts": (accounts(run.history.users), ["user", "number"]),
        "after_revocation": (with_tenant(_until(run, "after_revocation")), ["-n", "grant", "user", "resource", "rev"]),
        "recomputed": (with_tenant(_until(run, "recomputed")), ["-n", "grant", "user", "resource", "rev", "problem"]),
        "creep_trend": (_creep(run), ["until", "scope"]),
        pages.KNOWN_TENANTS: (known_tenants(run.history.resources, run.history.grants), ["tenant"]),
    }


def _creep(run: Run) -> DataFrame:
    """The creep of the estate and of each tenant in the latest runs."""
    past = [day for day in run.store.dates("creep") if day <= run.window.until][-_RUNS:]
    return run.store.read("creep", past).where("scope_type in ('estate', 'tenant')")


def _daily(run: Run, name: str) -> DataFrame:
    return run.store.read(name, run.window.dates())


def _until(run: Run, name: str) -> DataFrame:
    return run.store.read(name, [run.window.until])

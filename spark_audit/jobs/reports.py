"""Reports from the tables of a run, small enough to hold in the driver."""

import json
from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.jobs.order import Run
from spark_audit.schemas import DIFFERENCES, names
from spark_audit.sinks import csv_files
from spark_audit.sinks.report import page
from spark_audit.sinks.report.content import Content
from spark_audit.transforms import coverage
from spark_audit.transforms.denials import in_window
from spark_audit.transforms.pictures import heat, trend

Records = list[dict[str, Any]]
_LISTED = 100_000  # rows of denials, probes and differences that leave the tables; the tables keep all


def build(run: Run) -> None:
    """Write `csv/` and `report/`."""
    content = _content(run)
    csv_files.write(content, run.results / "csv")
    page.write(content, run.results / "report")
    run.progress.done("report", f"{run.window.since} to {run.window.until}")


def _content(run: Run) -> Content:
    usage, until = _daily(run, "usage_daily"), [run.window.until]
    recomputed = run.store.read("recomputed", until)
    differences = recomputed.withColumn("problem", sf.col("cause")).select(*names(DIFFERENCES))
    return Content(
        run=json.loads((run.results / "publish" / "run.json").read_text(encoding="utf-8")),
        findings=_collected(run.store.read("grant_status", until).drop("until").orderBy("grant")),
        denials=_collected(in_window(_daily(run, "denials_daily"), "reason").limit(_LISTED)),
        probes=_collected(in_window(_daily(run, "probes_daily"), "decision").limit(_LISTED)),
        differences=_collected(differences.orderBy(*differences.columns).limit(_LISTED)),
        coverage=_collected(coverage.by_cluster(run.store.read("coverage_daily", until)).orderBy("cluster")),
        trend=_collected(trend(usage)),
        heat=_collected(heat(usage, run.history.grants)),
        bad=run.ledger.reasons(),
        files=[row.file for row in run.ledger.rows()],
        grants_file="grants.jsonl",
        grants=run.history.grants.select("grant").distinct().count(),
        min_age_days=run.order.min_age_days,
        min_coverage=run.order.min_coverage,
    )


def _daily(run: Run, name: str) -> DataFrame:
    return run.store.read(name, run.window.dates())


def _collected(rows: DataFrame) -> Records:
    return [row.asDict() for row in rows.collect()]

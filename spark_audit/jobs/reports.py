"""Reports of the estate and of each tenant, CSV, OCSF and a summary, from the tables of a run."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from pyspark.sql import Row
from pyspark.sql import functions as sf

from spark_audit.jobs import report_tables
from spark_audit.jobs.order import Run
from spark_audit.sinks import table_files
from spark_audit.sinks.report.content import Content, Records
from spark_audit.sinks.report.write import write
from spark_audit.sinks.summary import summary
from spark_audit.transforms import coverage, report_rows

_COLUMNS = ("target", "scope", "table", "key", "total", "row")


def build(run: Run) -> None:
    """Write `csv/`, `ocsf/`, `report/` and `summary.md` into the results.

    One tenant's rows are in memory at a time; those of the estate stay until the end, when every tenant is known.
    """
    estate, files = _estate(run), report_tables.whole(run)
    left, tenants = {name: rows.columns for name, (rows, _) in files.items()}, list[dict[str, Any]]()
    for target, scope, rows in _groups(run, files):
        if target == "csv":
            table_files.write(scope, left.pop(scope), (row["row"] for row in rows), run.results, estate.run)
        elif scope == report_rows.ESTATE:
            estate = _filled(estate, rows)
        else:
            content = _filled(replace(estate, tenant=scope, tables=_shared(estate), totals={}), rows)
            tenants.append(content.line())
            write(content, run.results / "report")
    for name, columns in left.items():
        table_files.write(name, columns, [], run.results, estate.run)
    _finish(run, estate, tenants)


def _finish(run: Run, estate: Content, tenants: Records) -> None:
    listed = sorted(tenants, key=lambda row: (-row["uses"], row["tenant"]))
    whole = replace(estate, tables={**estate.tables, "tenants": listed})
    write(whole, run.results / "report")
    table_files.write_rows("tenants", list(Content.LINE), listed, run.results)
    (run.results / "summary.md").write_text(summary(whole), encoding="utf-8", errors="backslashreplace", newline="")
    run.progress.done("reports", f"the estate and {len(tenants)} tenants")


def _estate(run: Run) -> Content:
    """What every report shares: the facts of the run, how complete the log is, what could not be read."""
    facts = json.loads((run.results / "publish" / "run.json").read_text(encoding="utf-8"))
    settings = {"min_age_days": run.order.min_age_days, "min_coverage": run.order.min_coverage}
    covered = coverage.by_cluster(run.store.read("coverage_daily", [run.window.until])).orderBy("cluster").collect()
    bad = [{"reason": reason, "n": n} for reason, n in sorted(run.ledger.reasons().items())]
    return Content(None, facts, settings, {"coverage": [row.asDict() for row in covered], "bad": bad})


def _shared(estate: Content) -> dict[str, Records]:
    return {name: estate.rows(name) for name in ("coverage", "bad")}


def _filled(content: Content, rows: Iterable[Row]) -> Content:
    tables, totals = defaultdict[str, Records](list), dict[str, int]()
    for row in rows:
        tables[row["table"]].append(json.loads(row["row"]))
        totals[row["table"]] = row["total"]
    return replace(content, tables={**content.tables, **tables}, totals=totals)


def _groups(run: Run, files: report_tables.Whole) -> Iterator[tuple[str, str, Iterator[Row]]]:
    """The rows of one CSV or of one report after the other: one pass over Spark for all of them."""
    shown = report_rows.shown(report_tables.shown(run)).withColumn("target", sf.lit("report"))
    keyed = shown.withColumn("key", sf.lpad(sf.col("place").cast("string"), 10, "0"))
    whole = report_rows.whole(files).withColumns(
        {"target": sf.lit("csv"), "scope": sf.col("table"), "total": sf.lit(0).cast("long")}
    )
    rows = keyed.select(*_COLUMNS).unionByName(whole.select(*_COLUMNS)).repartition("target", "scope")
    streamed = rows.sortWithinPartitions(*_COLUMNS).toLocalIterator()
    for (target, scope), group in groupby(streamed, key=lambda row: (row["target"], row["scope"])):
        yield target, scope, group

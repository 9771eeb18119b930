"""The answers of a run for its window, small enough to hold in the driver."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf

from spark_audit.jobs.order import Order, Period
from spark_audit.schemas import COVERAGE, DENIALS_DAILY, EVENTS, PROBES_DAILY, USAGE_DAILY
from spark_audit.sinks import tables
from spark_audit.sources.errors import SourceError
from spark_audit.transforms import coverage as covered
from spark_audit.transforms.denials import in_window
from spark_audit.transforms.differences import differences
from spark_audit.transforms.grant_status import Bounds, grant_status
from spark_audit.transforms.pictures import heat, trend

Records = list[dict[str, Any]]
_LISTED = 100_000  # rows of denials, probes and differences that leave the tables; the tables keep all


@dataclass(frozen=True)
class Results:
    """Rows of the tables named in schemas.py as dictionaries, in their final order."""

    findings: Records
    denials: Records
    probes: Records
    differences: Records
    coverage: Records
    trend: Records
    heat: Records
    usage: DataFrame
    totals: Mapping[str, int]


def period(spark: SparkSession, order: Order) -> Period:
    """The window asked for, open ends taken from the events. Raises SourceError when there is nothing to take."""
    silver = tables.read(spark, order.out / "silver" / "events", EVENTS)
    row = silver.agg(sf.min("date").alias("first"), sf.max("date").alias("last")).collect()[0]
    since, until = order.since or row["first"], order.until or row["last"]
    if since is None or until is None:
        raise SourceError("there are no events, so the window must be given with --from and --until")
    if since > until:
        raise SourceError(f"the window ends ({until}) before it begins ({since})")
    return Period(since, until)


def results(spark: SparkSession, order: Order, window: Period, grants: DataFrame) -> Results:
    """Everything the files of a run are made from."""

    def gold(name: str, schema: Any) -> DataFrame:
        return tables.read(spark, order.out / "gold" / name, schema).where(window.condition())

    silver = tables.read(spark, Path(order.out / "silver" / "events"), EVENTS)
    usage = gold("usage_daily", USAGE_DAILY)
    covered_now = covered.by_cluster(covered.by_boot(silver).where(window.condition())).orderBy("cluster").collect()
    # Not cached: a later run in this process would be given the cache, because its plan reads the same path.
    clusters = spark.createDataFrame(covered_now, COVERAGE)
    bounds = Bounds(window.end(), order.min_age_days, order.min_coverage)
    found = grant_status(grants, usage, clusters, bounds)
    uncovered = differences(silver.where(window.condition()), grants)
    return Results(
        findings=_collected(found.orderBy("grant")),
        denials=_collected(in_window(gold("denials_daily", DENIALS_DAILY), "reason").limit(_LISTED)),
        probes=_collected(in_window(gold("probes_daily", PROBES_DAILY), "decision").limit(_LISTED)),
        differences=_collected(uncovered.orderBy(*uncovered.columns).limit(_LISTED)),
        coverage=[row.asDict() for row in covered_now],
        trend=_collected(trend(usage)),
        heat=_collected(heat(usage, grants)),
        usage=usage,
        totals={
            "grants": grants.select("grant").distinct().count(),
            "events": sum(row["events"] for row in covered_now),
            "lost": sum(row["lost"] for row in covered_now),
        },
    )


def _collected(rows: DataFrame) -> Records:
    return [row.asDict() for row in rows.collect()]

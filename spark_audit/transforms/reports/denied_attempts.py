"""The denied attempts of the report, each with what would allow it."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.reports.report_rows import with_tenant


def build(daily: DataFrame, would_allow: DataFrame) -> DataFrame:
    """tenant, cluster, user, op, resource, reason → n, days, bursts, first, last, allow (what would allow it)."""
    keys = ["cluster", "user", "op", "resource"]
    attempts = daily.groupBy(*keys, "reason").agg(
        sf.sum("n").alias("n"),
        sf.count_distinct("date").alias("days"),
        sf.max("bursts").alias("bursts"),
        sf.min("first").alias("first"),
        sf.max("last").alias("last"),
    )
    way = sf.struct("right", "at_type", "at_res", "example_role")
    ways = would_allow.groupBy(*keys).agg(sf.array_sort(sf.collect_set(way)).alias("allow"))
    joined = with_tenant(attempts.join(ways, keys, "left"))
    return joined.select("tenant", *keys, "reason", "n", "days", "bursts", "first", "last", "allow")

"""The denied attempts of the report, each with what would allow it."""

from typing import Final

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as sf

from spark_audit.transforms.reports.report_rows import with_tenant

_MOST: Final = 20
"""Most addresses and credentials that a row names."""
_KEYS = ["cluster", "user", "op", "resource"]


def build(daily: DataFrame, would_allow: DataFrame) -> DataFrame:
    """tenant, cluster, user, op, resource, reason → n, days, bursts, first, last, allow (what would allow it), sources
    (n, ip, cred of the _MOST from which it was tried most often), sources_n (how many there are)."""
    attempts = daily.groupBy(*_KEYS, "reason").agg(
        sf.sum("n").alias("n"),
        sf.count_distinct("date").alias("days"),
        sf.max("bursts").alias("bursts"),
        sf.min("first").alias("first"),
        sf.max("last").alias("last"),
    )
    way = sf.struct("right", "at_type", "at_res", "example_role")
    ways = would_allow.groupBy(*_KEYS).agg(sf.array_sort(sf.collect_set(way)).alias("allow"))
    joined = with_tenant(attempts.join(_sources(daily), [*_KEYS, "reason"], "left").join(ways, _KEYS, "left"))
    told = ("n", "days", "bursts", "first", "last", "allow", "sources", "sources_n")
    return joined.select("tenant", *_KEYS, "reason", *told)


def _sources(daily: DataFrame) -> DataFrame:
    """_KEYS, reason → sources, sources_n."""
    each = daily.groupBy(*_KEYS, "reason", "ip", "cred").agg(sf.sum("n").alias("n"))
    attempt = Window.partitionBy(*_KEYS, "reason")
    most = sf.row_number().over(attempt.orderBy(sf.desc("n"), "ip", "cred"))
    ranked = each.withColumns({"sources_n": sf.count("*").over(attempt), "place": most}).where(sf.col("place") <= _MOST)
    listed = sf.array_sort(sf.collect_list(sf.struct("place", "n", "ip", "cred")))
    found = ranked.groupBy(*_KEYS, "reason", "sources_n").agg(listed.alias("sources"))
    return found.withColumn("sources", sf.transform("sources", lambda one: one.dropFields("place")))

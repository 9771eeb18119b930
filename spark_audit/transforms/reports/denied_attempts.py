"""The denied attempts of the report, each with what would allow it."""

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as sf

from spark_audit.transforms.reports.report_rows import with_tenant

_MOST = 20
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
    counts = ("n", "days", "bursts", "first", "last")
    return joined.select("tenant", *_KEYS, "reason", *counts, "allow", "sources", "sources_n")


def _sources(daily: DataFrame) -> DataFrame:
    """_KEYS, reason → sources, sources_n."""
    each = daily.groupBy(*_KEYS, "reason", "ip", "cred").agg(sf.sum("n").alias("n"))
    attempt = Window.partitionBy(*_KEYS, "reason")
    place = sf.row_number().over(attempt.orderBy(sf.desc("n"), sf.desc("ip"), sf.desc("cred")))
    ranked = each.withColumns({"sources_n": sf.count("*").over(attempt), "place": place}).where(f"place <= {_MOST}")
    listed = sf.sort_array(sf.collect_list(sf.struct("n", "ip", "cred")), asc=False)
    return ranked.groupBy(*_KEYS, "reason", "sources_n").agg(listed.alias("sources"))

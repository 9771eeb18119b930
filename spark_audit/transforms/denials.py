"""Denied attempts (who keeps asking for what) and, apart from them, probes."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import DENIALS_DAILY, PROBES_DAILY, names

PROBE = 1
DENIED = 2


def denials_daily(silver: DataFrame) -> DataFrame:
    """Rows of DENIALS_DAILY: what was asked in earnest and refused."""
    denied = silver.where((sf.col("kind") != PROBE) & (sf.col("dec") == DENIED))
    keys = ["date", "cluster", "user", "op", "action", "resource", "reason"]
    minutes = denied.groupBy(
        "date", "cluster", "user", "op", sf.col("act").alias("action"), sf.col("res").alias("resource"),
        sf.col("code").alias("reason"), sf.expr("time div 60000").alias("minute"),
    ).agg(sf.sum("n").alias("n"), sf.min("time").alias("first"), sf.max("t_end").alias("last"))  # fmt: skip
    daily = minutes.groupBy(*keys).agg(
        sf.max("n").alias("bursts"),
        sf.sum("n").alias("n"),
        sf.min("first").alias("first"),
        sf.max("last").alias("last"),
    )
    return daily.select(*names(DENIALS_DAILY))


def probes_daily(silver: DataFrame) -> DataFrame:
    """Rows of PROBES_DAILY: clients that only looked what they may do."""
    resource, decision = sf.col("res").alias("resource"), sf.col("dec").alias("decision")
    probes = silver.where(sf.col("kind") == PROBE).groupBy("date", "user", "op", resource, decision)
    daily = probes.agg(sf.sum("n").alias("n"), sf.min("time").alias("first"), sf.max("t_end").alias("last"))
    return daily.select(*names(PROBES_DAILY))


def in_window(daily: DataFrame, last_key: str) -> DataFrame:
    """The daily rows summed: user, op, resource, `last_key` → n, first, last, days; most frequent first."""
    total = daily.groupBy("user", "op", "resource", last_key).agg(
        sf.sum("n").alias("n"),
        sf.min("first").alias("first"),
        sf.max("last").alias("last"),
        sf.count_distinct("date").alias("days"),
    )
    return total.orderBy(sf.desc("n"), "user", "op", "resource", last_key)

"""Denied attempts (who keeps asking for what) and, apart from them, probes."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import DENIALS_DAILY, PROBES_DAILY, names

PROBE = 1
DENIED = 2


def denials_daily(silver: DataFrame) -> DataFrame:
    """Rows of DENIALS_DAILY: what was asked in earnest and refused."""
    denied = silver.where((sf.col("kind") != PROBE) & (sf.col("dec") == DENIED))
    return _daily(denied, sf.col("code").alias("reason")).select(*names(DENIALS_DAILY))


def probes_daily(silver: DataFrame) -> DataFrame:
    """Rows of PROBES_DAILY: clients that only looked what they may do."""
    probes = silver.where(sf.col("kind") == PROBE)
    return _daily(probes, sf.col("dec").alias("decision")).select(*names(PROBES_DAILY))


def _daily(events: DataFrame, last_key: Column) -> DataFrame:
    keys = [sf.col("date"), sf.col("user"), sf.col("op"), sf.col("res").alias("resource"), last_key]
    return events.groupBy(*keys).agg(
        sf.sum("n").alias("n"), sf.min("time").alias("first"), sf.max("t_end").alias("last")
    )


def in_window(daily: DataFrame, last_key: str) -> DataFrame:
    """The daily rows summed: user, op, resource, `last_key` → n, first, last, days; most frequent first."""
    total = daily.groupBy("user", "op", "resource", last_key).agg(
        sf.sum("n").alias("n"),
        sf.min("first").alias("first"),
        sf.max("last").alias("last"),
        sf.count_distinct("date").alias("days"),
    )
    return total.orderBy(sf.desc("n"), "user", "op", "resource", last_key)

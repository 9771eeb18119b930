"""Use per day and grant, from which the status of grants is made."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import USAGE_DAILY, names

PROBE = 1
DENIED = 2
_KEYS = ("date", "user", "action", "resource", "decision")


def usage_daily(silver: DataFrame) -> DataFrame:
    """Rows of USAGE_DAILY. A renewal (kind 2) is use: the connection still needs the right. A probe (kind 1) is not."""
    no_grants = sf.array().cast("array<bigint>")
    used = silver.where(sf.col("kind") != PROBE).select(
        "date", "user", sf.col("act").alias("action"), sf.col("res").alias("resource"), sf.col("dec").alias("decision"),
        sf.when(sf.col("dec") == DENIED, no_grants)
        .otherwise(sf.array_distinct(sf.coalesce("grants", no_grants))).alias("grants"),
        "n", "time", "t_end",
    )  # fmt: skip
    # Sum before exploding the grants: sessions repeat and grants rarely change, so few rows are left to multiply.
    packed = used.groupBy(*_KEYS, "grants").agg(
        sf.sum("n").alias("n"), sf.min("time").alias("first"), sf.max("t_end").alias("last")
    )
    spread = packed.select("*", sf.posexplode_outer("grants").alias("place", "grant"))
    counters = {
        "covering": sf.col("grant").isNotNull(),
        "applied": sf.col("place") == 0,
        "sole": sf.col("grant").isNotNull() & (sf.size("grants") == 1),
    }
    sums = [sf.sum(sf.when(counts, sf.col("n")).otherwise(0)).alias(counter) for counter, counts in counters.items()]
    daily = spread.groupBy(*_KEYS, "grant").agg(
        sf.sum("n").alias("n"), sf.min("first").alias("first"), sf.max("last").alias("last"), *sums
    )
    return daily.select(*names(USAGE_DAILY))

"""Use per day and grant: the counters that every finding rests on."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from spark_audit.schemas import USAGE_DAILY, names

PROBE = 1
DENIED = 2
_KEYS = ("date", "user", "action", "resource", "decision")


def usage_daily(silver: DataFrame) -> DataFrame:
    """Rows of USAGE_DAILY. A renewal (kind 2) is use: the connection still needs the right. A probe (kind 1) is not."""
    no_grants = F.array().cast("array<bigint>")
    used = silver.where(F.col("kind") != PROBE).select(
        "date", "user", F.col("act").alias("action"), F.col("res").alias("resource"), F.col("dec").alias("decision"),
        F.when(F.col("dec") == DENIED, no_grants)
        .otherwise(F.array_distinct(F.coalesce("grants", no_grants))).alias("grants"),
        "n", "time", "t_end",
    )  # fmt: skip
    # Sessions repeat and grants rarely change: summed before the rows are multiplied by their grants.
    packed = used.groupBy(*_KEYS, "grants").agg(
        F.sum("n").alias("n"), F.min("time").alias("first"), F.max("t_end").alias("last")
    )
    spread = packed.select("*", F.posexplode_outer("grants").alias("place", "grant"))
    counters = {
        "covering": F.col("grant").isNotNull(),
        "applied": F.col("place") == 0,
        "sole": F.col("grant").isNotNull() & (F.size("grants") == 1),
    }
    sums = [F.sum(F.when(counts, F.col("n")).otherwise(0)).alias(name) for name, counts in counters.items()]
    daily = spread.groupBy(*_KEYS, "grant").agg(
        F.sum("n").alias("n"), F.min("first").alias("first"), F.max("last").alias("last"), *sums
    )
    return daily.select(*names(USAGE_DAILY))

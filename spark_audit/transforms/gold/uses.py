"""Uses with all grants that covered them. Only these lists show which grants can be removed together."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import USES_DAILY, names
from spark_audit.transforms.gold.usage import PROBE

_ALLOWED = 1
_MOST_SUBSCRIPTIONS = 100
"""Clients that invent a name each time may use any number of them."""


def uses_daily(silver: DataFrame) -> DataFrame:
    """Rows of USES_DAILY. Events that no grant covered (sign-ins, super users of broker.conf) are left out."""
    covered = silver.where((sf.col("dec") == _ALLOWED) & (sf.col("kind") != PROBE) & (sf.size("grants") > 0))
    named = covered.select(
        "date", "user", "op", sf.col("act").alias("action"), sf.col("res").alias("resource"),
        sf.array_sort(sf.array_distinct("grants")).alias("grants"), "n", "time", "t_end", "sub",
        _subscription_unknown().alias("unknown"),
    )  # fmt: skip
    daily = named.groupBy("date", "user", "op", "action", "resource", "grants").agg(
        sf.sum("n").alias("n"), sf.min("time").alias("first"), sf.max("t_end").alias("last"),
        sf.array_sort(sf.collect_set("sub")).alias("known"), sf.max("unknown").alias("unknown"),
    )  # fmt: skip
    all_known = ~sf.col("unknown") & (sf.size("known") <= _MOST_SUBSCRIPTIONS)
    return daily.withColumn("subscriptions", sf.when(all_known, sf.col("known"))).select(*names(USES_DAILY))


def _subscription_unknown() -> Column:
    """Pulsar's own log does not always say which subscription it was."""
    return (sf.col("source") == "log") & sf.col("sub").isNull()

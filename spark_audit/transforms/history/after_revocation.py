"""Sums of the window: differences between log and history, and above all use after revocation."""

from datetime import date

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import AFTER_REVOCATION, RECOMPUTED, names
from spark_audit.transforms.history.support import IN_FLIGHT

_COUNTED = {"n": sf.sum, "first": sf.min, "last": sf.max}


def sum_recomputed(daily: DataFrame, until: date) -> DataFrame:
    """Rows of RECOMPUTED from RECOMPUTED_DAILY of the window."""
    return _summed(daily.withColumn("until", sf.lit(until)), names(RECOMPUTED))


def after_revocation(
    daily: DataFrame, activity: DataFrame, credentials: DataFrame, until: date, max_age: int
) -> DataFrame:
    """Rows of AFTER_REVOCATION from RECOMPUTED_DAILY and ACTIVITY_DAILY of the window.

    `max_age`: for so long (ms) a broker cut off from the center may decide by the rights that it has.
    """
    of_grants = daily.where("revoked_time is not null").withColumn("cred", sf.lit(None).cast("string"))
    both = of_grants.select(*_FOUND).unionByName(_of_credentials(activity, credentials).select(*_FOUND))
    whole = _summed(both.withColumn("until", sf.lit(until)), ["until", *_FOUND])
    # After summing over all days, so that the last use decides.
    by_age = sf.col("last") - sf.col("revoked_time") <= max_age
    return whole.withColumn("allowed_by_age", by_age).select(*names(AFTER_REVOCATION))


_FOUND = [column for column in names(AFTER_REVOCATION) if column not in ("until", "allowed_by_age")]


def _of_credentials(activity: DataFrame, credentials: DataFrame) -> DataFrame:
    """Uses of revoked credentials. Activity is known per hour, so the hour of the revocation counts as a whole."""
    lines = credentials.groupBy("cred").agg(
        sf.max(sf.struct("from_rev", "until_rev", "until_time")).alias("line"), sf.max("from_rev").alias("newest")
    )
    ended = lines.where("line.until_rev is not null").select(
        "cred", sf.col("line.until_rev").alias("revoked_rev"), sf.col("line.until_time").alias("revoked_time")
    )
    late = activity.join(sf.broadcast(ended), "cred", "inner").where(
        sf.col("last") >= sf.col("revoked_time") + IN_FLIGHT
    )
    unknown = {column: sf.lit(None).cast("bigint") for column in ("grant", "rev")}
    first = sf.greatest("first", "revoked_time")
    return late.withColumns({**unknown, "resource": sf.lit(None).cast("string"), "first": first})


def _summed(rows: DataFrame, columns: list[str]) -> DataFrame:
    keys = [key for key in columns if key not in _COUNTED]
    counted = [sf.col(name) for name in _COUNTED]
    total = rows.groupBy(*keys).agg(
        *[how(column).alias(name) for (name, how), column in zip(_COUNTED.items(), counted, strict=True)]
    )
    return total.select(*columns)

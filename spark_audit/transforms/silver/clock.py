"""Flags events whose broker had a wrong clock. Their times are not changed."""

from functools import reduce

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as sf

from spark_audit.schemas import EVENTS, names

FUTURE = 3_600_000
"""Milliseconds an event may be later than the export: brokers go on writing while the export is made."""
SKEWED = 60_000
"""Milliseconds an event may be earlier than the revision that decided it."""


def revisions(*histories: DataFrame) -> DataFrame:
    """rev, made: when revisions were made, by the center's clock. The history does not name every revision."""
    made = [history.select(sf.col("from_rev").alias("rev"), sf.col("from_time").alias("made")) for history in histories]
    return reduce(DataFrame.unionByName, made).where("rev is not null and made is not null").distinct()


def flag_clock(events: DataFrame, made: DataFrame, exported: int) -> DataFrame:
    """Rows of EVENTS with `clock`. `made`: rows of `revisions`. `exported`: epoch ms of the center's export.

    An event cannot be older than its revision. For a revision that is not in `made`, the latest one before it counts.
    """
    asked = events.where("rev is not null").select("rev").distinct()
    known = asked.select("rev", sf.lit(None).cast("long").alias("made")).unionByName(made)
    before = Window.orderBy("rev").rangeBetween(Window.unboundedPreceding, Window.currentRow)
    earliest = (
        known.groupBy("rev").agg(sf.max("made").alias("made")).select("rev", sf.max("made").over(before).alias("made"))
    )
    joined = events.join(sf.broadcast(earliest), "rev", "left")
    clock = sf.when(sf.col("time") > exported + FUTURE, "future").when(
        sf.col("t_end") < sf.col("made") - SKEWED, "skewed"
    )
    return joined.withColumn("clock", clock).select(*names(EVENTS))

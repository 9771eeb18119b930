"""Removes duplicate events."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import EVENTS, names


def deduplicate(events: DataFrame) -> DataFrame:
    """Equal rows once; `clock`, which depends on the export of the time, makes no difference.

    Rows that differ under one uid all stay: a cloned machine or a forged file must not hide events. Of lines of
    Pulsar's own log the smallest stays: their uid is their place in the log, and versions may read them differently.
    """
    others = sf.struct(*[column for column in names(EVENTS) if column not in ("uid", "clock")])
    of_log = sf.col("source") == "log"
    kept = events.groupBy("uid", sf.when(~of_log, others).alias("event")).agg(
        sf.min(sf.when(of_log, others)).alias("line"), sf.min(sf.coalesce("clock", sf.lit(""))).alias("flag")
    )
    kept_rows = kept.select(
        "uid", sf.coalesce("event", "line").alias("kept"), sf.expr("nullif(flag, '')").alias("clock")
    )
    return kept_rows.select("uid", "kept.*", "clock").select(*names(EVENTS))

"""One row per event."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import EVENTS, names


def deduplicate(events: DataFrame) -> DataFrame:
    """One row per uid. Of rows that differ under one uid the smallest stays: the choice must not depend on order."""
    others = [name for name in names(EVENTS) if name != "uid"]
    kept = events.groupBy("uid").agg(sf.min(sf.struct(*others)).alias("kept"))
    return kept.select("uid", "kept.*").select(*names(EVENTS))

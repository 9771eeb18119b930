"""Removes duplicate events."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import EVENTS, names


def deduplicate(events: DataFrame) -> DataFrame:
    """One row per uid. If rows with one uid differ, the smallest stays, so that the choice does not depend on order."""
    others = [name for name in names(EVENTS) if name != "uid"]
    kept = events.groupBy("uid").agg(sf.min(sf.struct(*others)).alias("kept"))
    return kept.select("uid", "kept.*").select(*names(EVENTS))

"""Grants that were used at the center itself: brokers log nothing of it, so silence there proves nothing."""

from datetime import date

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import GRANT_STATUS, names

CENTER = "center"
"""The `why` of a status without proof."""


def in_window(uses: DataFrame, since: date, until: date) -> DataFrame:
    """grant: each one of CENTER_USE_LINE with a use on these dates, both included."""
    return uses.where(sf.col("date").between(sf.lit(since), sf.lit(until))).select("grant").distinct()


def without_proof(status: DataFrame, used: DataFrame) -> DataFrame:
    """Rows of GRANT_STATUS in which nothing is called unused or redundant that was used at the center.

    `used`: grant. What brokers saw stays as it is: one sole use makes a grant essential all the same.
    """
    marked = status.join(sf.broadcast(used.withColumn("center", sf.lit(True))), "grant", "left")
    there = sf.col("center").isNotNull() & sf.col("granted") & sf.col("why").isNull()
    weaker = sf.when(sf.col("status") == "unused", "unknown").when(sf.col("status") == "redundant", "used")
    told = marked.withColumns(
        {
            "status": sf.coalesce(sf.when(there, weaker), "status"),
            "why": sf.when(there, CENTER).otherwise(sf.col("why")),
        }
    )
    return told.select(*names(GRANT_STATUS))

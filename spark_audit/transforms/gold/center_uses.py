"""Grants whose use brokers do not log, as far as it is at the center itself: silence at brokers proves nothing."""

from datetime import date

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

CENTER = "center"
"""The `why` of a status without proof."""


def in_window(uses: DataFrame, since: date, until: date) -> DataFrame:
    """grant: each one of CENTER_USE_LINE with a use on these dates, both included."""
    return uses.where(sf.col("date").between(sf.lit(since), sf.lit(until))).select("grant").distinct()

"""Grants that were used at the center itself. No broker logs such a use."""

from datetime import date

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

CENTER = "center"
"""`why` of such a grant in GRANT_STATUS."""


def in_window(uses: DataFrame, since: date, until: date) -> DataFrame:
    """grant: those with a use from `since` to `until`, both included. `uses`: rows of CENTER_USE_LINE."""
    return uses.where(sf.col("date").between(sf.lit(since), sf.lit(until))).select("grant").distinct()

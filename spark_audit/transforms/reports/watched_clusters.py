"""Each cluster of the report: how much of its log arrived, and since when, until when and on how many days it was
watched."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import COVERAGE, names

_COUNTS = [name for name in names(COVERAGE) if name != "cluster"]


def build(coverage: DataFrame, watched: DataFrame, resources: DataFrame) -> DataFrame:
    """COVERAGE and watched_since, watched_until, watched_days; clusters without a log, that the center knows, too.

    `watched`: rows of WATCHED_DAYS of the window. `resources`: the history of clusters and what is in them.
    """
    days = watched.select(
        "cluster",
        sf.array_min("days").alias("watched_since"),
        sf.array_max("days").alias("watched_until"),
        sf.size("days").cast("bigint").alias("watched_days"),
    )
    known = resources.where("rtype = 'cluster' and until_rev is null").select("cluster").distinct()
    every = coverage.join(days, "cluster", "full").join(known, "cluster", "full")
    return every.fillna(0, [*_COUNTS, "watched_days"])

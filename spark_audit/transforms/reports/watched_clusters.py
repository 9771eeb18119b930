"""How much of each cluster's log arrived, and since when, until when and on how many days it was watched."""

from pyspark.sql import DataFrame


def build(coverage: DataFrame, watched: DataFrame, resources: DataFrame) -> DataFrame:
    """COVERAGE and watched_since, watched_until, watched_days; also of clusters that the center knows without a log.

    `watched`: rows of WATCHED_DAYS of the window. `resources`: the history of clusters and what is in them.
    """
    span = ("array_min(days) watched_since", "array_max(days) watched_until", "bigint(size(days)) watched_days")
    days = watched.selectExpr("cluster", *span)
    known = resources.where("rtype = 'cluster' and until_rev is null").select("cluster").distinct()
    return coverage.join(days, "cluster", "full").join(known, "cluster", "full").fillna(0)

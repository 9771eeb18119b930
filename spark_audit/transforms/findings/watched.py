"""When the log of each cluster begins, and its holes. Absence of use counts only where the log has none."""

from typing import Final

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf
from pyspark.sql.types import ArrayType

from spark_audit.schemas import names
from spark_audit.schemas.columns import DATE, TEXT, table
from spark_audit.transforms.coverage.watched_days import logs
from spark_audit.transforms.findings.rules import Days

WATCHED: Final = table(cluster=TEXT, watched_since=DATE, holes=ArrayType(DATE))


def read_watched(ranges: DataFrame, days: Days, min_coverage: float) -> DataFrame:
    """Rows of WATCHED: cluster, watched_since (first date of its log), holes (later dates not watched, in order).

    `ranges`: rows of SEQUENCES up to `days.until`, including those before `days.before`. Watched is defined as in
    `watched_days`, except that the first date needs no log on the day before, and `days.until` none on the day after.
    """
    known = logs(ranges, [(days.before, days.until)], min_coverage)
    first = sf.array_min(sf.filter("live", lambda day: day >= sf.lit(days.before)))
    begun = known.withColumn("watched_since", first).where("watched_since is not null")
    return begun.withColumn("holes", sf.filter(sf.sequence("watched_since", "until"), _hole)).select(*names(WATCHED))


def _hole(day: Column) -> Column:
    def there(neighbour: Column) -> Column:
        outside = (neighbour < sf.col("watched_since")) | (neighbour > sf.col("until"))
        return outside | sf.array_contains("live", neighbour)

    whole = there(sf.date_sub(day, 1)) & there(day) & there(sf.date_add(day, 1))
    return ~whole | sf.array_contains("poor", day)


def complete(first: Column, last: Column, since: Column | None = None, holes: Column | None = None) -> Column:
    """True if the log began by `first` and has no hole from `first` to `last`, both included.

    `since` and `holes` default to the columns of WATCHED.
    """
    hole = sf.exists(sf.col("holes") if holes is None else holes, lambda day: day.between(first, last))
    begun = (sf.col("watched_since") if since is None else since) <= first
    return sf.coalesce(begun & ~hole, sf.lit(False))


def heard(users: DataFrame, grants: DataFrame, log: DataFrame) -> DataFrame:
    """user → since, grants. `since`: from this date on, the logs of all the user's clusters have no hole.

    `log`: rows of WATCHED. A user without grants may show up on any cluster, so the logs of all clusters count. A user
    with a grant on a cluster without a log is left out. `grants`: how many grants the user has.
    """
    since = sf.greatest("watched_since", sf.array_max("holes")).alias("since")
    known = log.select("cluster", since)
    standing = grants.where("until_rev is null")
    held = standing.select(sf.explode("users").alias("user"), "cluster", "grant")
    of_holders = (
        held.join(sf.broadcast(known), "cluster", "left")
        .groupBy("user")
        .agg(
            sf.when(sf.bool_and(sf.col("since").isNotNull()), sf.max("since")).alias("since"),
            sf.size(sf.collect_set("grant")).cast("bigint").alias("grants"),
        )
    )
    others = users.select("user").distinct().join(of_holders, "user", "left_anti")
    everywhere = known.agg(sf.max("since").alias("since")).withColumn("grants", sf.lit(0).cast("bigint"))
    return of_holders.unionByName(others.crossJoin(sf.broadcast(everywhere))).where("since is not null")

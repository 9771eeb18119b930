"""Since when, and with which holes, the log of a cluster is known: without that, silence says nothing."""

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
    """Rows of WATCHED: cluster, watched_since (first date of its log), holes (later ones not watched whole, in order).

    `ranges`: SEQUENCES to `days.until`, those before `days.before` too. Whole is what `watched_days` calls so, but that
    nothing has to come before the first date or behind the last one.
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
    """True when nothing is missing from the dates `first` to `last`: the log began before, and has no hole in them.

    `since` and `holes` are those of a row of WATCHED unless given.
    """
    hole = sf.exists(sf.col("holes") if holes is None else holes, lambda day: day.between(first, last))
    begun = (sf.col("watched_since") if since is None else since) <= first
    return sf.coalesce(begun & ~hole, sf.lit(False))


def heard(users: DataFrame, grants: DataFrame, log: DataFrame) -> DataFrame:
    """user → since, grants: from which date on the logs of all the user's clusters have no hole, to their end.

    `log` of `watched`. Whoever holds nothing could be seen anywhere: then the logs of all clusters count. Who holds
    something where nothing was logged is left out.
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

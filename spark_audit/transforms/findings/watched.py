"""Since when, and with which holes, the log of a cluster is known: without that, silence says nothing."""

from datetime import date
from typing import Final

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf
from pyspark.sql.types import ArrayType

from spark_audit.schemas import COVERAGE_DAILY, names
from spark_audit.schemas.columns import DATE, TEXT, table
from spark_audit.transforms.coverage import coverage_daily
from spark_audit.transforms.findings.rules import Days

WATCHED: Final = table(cluster=TEXT, watched_since=DATE, holes=ArrayType(DATE))


def before_window(ranges: DataFrame, since: date) -> DataFrame:
    """date, boot, cluster, events, lost of the SEQUENCES before `since`; later ones may name a start's cluster.

    What is missing before the first number of a start is not counted: it may have come on days that are not read.
    """
    before = ranges.where(sf.col("date") < sf.lit(since))
    first = before.groupBy("boot").agg(sf.min_by("date", "start").alias("begun"), (sf.min("start") - 1).alias("unread"))
    daily = coverage_daily(before, known=ranges).join(first, "boot", "inner")
    unread = sf.when(sf.col("date") == sf.col("begun"), sf.col("unread")).otherwise(0)
    return daily.withColumn("lost", sf.col("lost") - unread).select(*names(COVERAGE_DAILY)[1:])


def watched(coverage: DataFrame, days: Days, min_coverage: float) -> DataFrame:
    """Rows of WATCHED: cluster, watched_since (first date with events), holes (dates of which too little arrived).

    `coverage`: date, cluster, events, lost per broker start. A date without any event is no hole: numbers are missing
    only when something was logged.
    """
    daily = coverage.where("cluster is not null").groupBy("cluster", "date")
    sums = daily.agg(sf.sum("events").alias("events"), sf.sum("lost").alias("lost"))
    seen = sums.where(sf.col("date").between(sf.lit(days.before), sf.lit(days.until)))
    poor = sf.col("events") * 100 < (sf.col("events") + sf.col("lost")) * min_coverage
    return (
        seen.groupBy("cluster")
        .agg(
            sf.min("date").alias("watched_since"),
            sf.array_sort(sf.collect_list(sf.when(poor, sf.col("date")))).alias("holes"),
        )
        .select(*names(WATCHED))
    )


def complete(first: Column, last: Column, since: Column | None = None, holes: Column | None = None) -> Column:
    """True when nothing is missing from the dates `first` to `last`: the log began before, and has no hole in them.

    `since` and `holes` are those of a row of WATCHED unless given.
    """
    hole = sf.exists(sf.col("holes") if holes is None else holes, lambda day: day.between(first, last))
    begun = (sf.col("watched_since") if since is None else since) <= first
    return sf.coalesce(begun & ~hole, sf.lit(False))


def heard(users: DataFrame, grants: DataFrame, log: DataFrame, first: Column, last: Column) -> DataFrame:
    """user → watched_since, grants: the users of whose clusters the logs of `first` to `last` are complete.

    `log` of `watched`. Whoever holds nothing could be seen anywhere: then the logs of all clusters count.
    """
    whole = log.select("cluster", "watched_since", complete(first, last).alias("whole"))
    standing = grants.where("until_rev is null")
    held = standing.select(sf.explode("users").alias("user"), "cluster", "grant")
    of_holders = (
        held.join(sf.broadcast(whole), "cluster", "left")
        .groupBy("user")
        .agg(
            sf.min(sf.coalesce("whole", sf.lit(False))).alias("whole"),
            sf.max("watched_since").alias("watched_since"),
            sf.size(sf.collect_set("grant")).cast("bigint").alias("grants"),
        )
    )
    everywhere = whole.agg(sf.min("whole").alias("whole"), sf.max("watched_since").alias("watched_since"))
    others = users.select("user").distinct().join(of_holders, "user", "left_anti")
    of_others = others.crossJoin(sf.broadcast(everywhere)).withColumn("grants", sf.lit(0).cast("bigint"))
    return of_holders.unionByName(of_others).where("whole").select("user", "watched_since", "grants")

"""Since when and until when each cluster's log was watched, and its holes. Silence counts only where it has none."""

from datetime import date
from typing import Final

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf
from pyspark.sql.types import ArrayType

from spark_audit.schemas import names
from spark_audit.schemas.columns import DATE, TEXT, table
from spark_audit.transforms.coverage.watched_days import logs
from spark_audit.transforms.findings.rules import Days

WATCHED: Final = table(cluster=TEXT, watched_since=DATE, holes=ArrayType(DATE), watched_until=DATE)


def read_watched(ranges: DataFrame, days: Days, min_coverage: float) -> DataFrame:
    """Rows of WATCHED: cluster, watched_since (first date of its log), holes (later dates not watched, in order),
    watched_until (the last date that is no hole).

    `ranges`: rows of SEQUENCES up to `days.until`, including those before `days.before`. Watched is defined as in
    `watched_days`, except that the first date needs no log on the day before, and `days.until` none on the day after.
    """
    known = logs(ranges, [(days.before, days.until)], min_coverage)
    first = sf.array_min(sf.filter("live", lambda day: day >= sf.lit(days.before)))
    started = known.withColumn("watched_since", first).where("watched_since is not null")
    dates = sf.sequence("watched_since", "until")
    last = sf.array_max(sf.filter(dates, lambda day: ~_hole(day)))
    watched = started.withColumns({"holes": sf.filter(dates, _hole), "watched_until": last})
    return watched.select(*names(WATCHED))


def _hole(day: Column) -> Column:
    def arrived(neighbour: Column) -> Column:
        outside = (neighbour < sf.col("watched_since")) | (neighbour > sf.col("until"))
        return outside | sf.array_contains("live", neighbour)

    whole = arrived(sf.date_sub(day, 1)) & arrived(day) & arrived(sf.date_add(day, 1))
    return ~whole | sf.array_contains("poor", day)


def complete(first: Column, last: Column, since: Column | None = None, holes: Column | None = None) -> Column:
    """True if the log began by `first` and has no hole from `first` to `last`, both included.

    `since` and `holes` default to the columns of WATCHED.
    """
    hole = sf.exists(sf.col("holes") if holes is None else holes, lambda day: day.between(first, last))
    started = (sf.col("watched_since") if since is None else since) <= first
    return sf.coalesce(started & ~hole, sf.lit(False))


def logs_by_user(activity: DataFrame, log: DataFrame) -> DataFrame:
    """user → watched_since, holes: of the logs of all clusters on which `activity` shows the user, taken together.
    Users are left out who were on a cluster whose log is not watched.
    """
    places = activity.where("cluster <> ''").select("user", "cluster").distinct()
    seen = places.join(sf.broadcast(log.select("cluster", "watched_since", "holes")), "cluster", "left")
    since = sf.when(sf.bool_and(sf.col("watched_since").isNotNull()), sf.max("watched_since"))
    holes = sf.flatten(sf.collect_list("holes"))
    return (
        seen.groupBy("user").agg(since.alias("watched_since"), holes.alias("holes")).where("watched_since is not null")
    )


def watched_from(first: Column, recent: date) -> Column:
    """How many days from `first` to the day before `recent` are watched by rows of `logs_by_user`; null for none."""
    start = sf.when(first.isNotNull(), sf.greatest(first, "watched_since"))
    days = sf.when(start < sf.lit(recent), sf.sequence(start, sf.date_sub(sf.lit(recent), 1)))
    return sf.size(sf.array_except(days, sf.col("holes")))


def with_watched_dates(drafts: DataFrame, log: DataFrame) -> DataFrame:
    """DRAFT rows with `watched_since` and `watched_until`, where the rule did not set them: of the finding's cluster;
    without one the latest and the earliest of all clusters. `log`: rows of WATCHED."""
    spans = log.select("cluster", sf.col("watched_since").alias("since"), sf.col("watched_until").alias("until"))
    every = spans.agg(sf.max("since").alias("every_since"), sf.min("until").alias("every_until"))
    dated_drafts = drafts.join(sf.broadcast(spans), "cluster", "left").crossJoin(sf.broadcast(every))
    of_cluster = sf.coalesce("cluster", sf.lit("")) != ""
    for end in ("since", "until"):
        found = sf.when(of_cluster, sf.col(end)).otherwise(sf.col(f"every_{end}"))
        dated_drafts = dated_drafts.withColumn(f"watched_{end}", sf.coalesce(f"watched_{end}", found))
    return dated_drafts.select(*drafts.columns)


def heard_since(users: DataFrame, grants: DataFrame, log: DataFrame, lately: int) -> DataFrame:
    """user → since, grants. `since`: from this date on, the logs of all clusters have no hole on which the user holds
    something, or held it after `lately` (epoch ms).

    `log`: rows of WATCHED. A user without grants may show up on any cluster, so the logs of all clusters count. A user
    with a grant on a cluster without a log is left out. `grants`: how many grants the user has.
    """
    since = sf.greatest("watched_since", sf.array_max("holes")).alias("since")
    known = log.select("cluster", since)
    lately_held = grants.where(sf.col("until_rev").isNull() | (sf.col("until_time") > lately))
    now = sf.when(sf.col("until_rev").isNull(), sf.col("grant")).alias("grant")
    held = lately_held.select(sf.explode("users").alias("user"), "cluster", now)
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

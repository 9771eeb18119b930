"""The log against the history: the grants that covered each use, computed again by time and by revision.

Three things must hold: each grant that an event lists covered the use, at its time and at the revision that decided;
each grant that covered the use all the time is listed; nobody was denied for want of a grant while one covered the
attempt all the time. Everything else becomes a row with its cause.

The joins are by cluster, user, and resource or grant; times are only a further condition. Binning by days would split
every period into many rows and gain nothing, because these keys already leave few candidates.
"""

from collections.abc import Callable

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import RECOMPUTED_DAILY, names
from spark_audit.transforms.gold.denials import DESPITE
from spark_audit.transforms.history.causes import explain
from spark_audit.transforms.history.holders import LIMITS, holders
from spark_audit.transforms.history.support import (
    IN_FLIGHT,
    at_revision,
    in_period,
    in_window,
    meets,
    perhaps_from_inside,
    reaches,
    surely_from_inside,
)
from spark_audit.transforms.history.uses import EVENT_KEYS, USE, denials, single_denials, single_uses, uses
from spark_audit.transforms.reach import places, within

_SUPER_USER = 4


Cache = Callable[[DataFrame], DataFrame]


def recomputed_daily(
    silver: DataFrame, grants: DataFrame, users: DataFrame, rights: DataFrame, cache: Cache = lambda rows: rows
) -> DataFrame:
    """Rows of RECOMPUTED_DAILY. `cache` gets each frame that is used several times and may return a cached one."""
    held, days = cache(holders(grants, users)), cache(uses(silver, rights))
    used = cache(single_uses(silver, rights, cache(_perhaps_wrong(days, held))))
    found = explain(_doubtful(used, held), held, grants).unionByName(_not_logged(used, held))
    perhaps = cache(_perhaps_missed(denials(silver, rights), held).distinct())
    denied = single_denials(silver, rights, perhaps)
    found = found.unionByName(_denied_despite(denied, held, users))
    keys: list[Column | str] = [key for key in names(RECOMPUTED_DAILY) if key not in ("n", "first", "last")]
    daily = found.groupBy(*keys).agg(
        sf.sum("n").alias("n"), sf.min("first").alias("first"), sf.max("last").alias("last")
    )
    return daily.select(*names(RECOMPUTED_DAILY))


def _perhaps_wrong(days: DataFrame, held: DataFrame) -> DataFrame:
    """EVENT_KEYS of daily sums in which some event may not fit. Only the events of these are looked at one by one."""
    return _doubtful(days, held).select(*EVENT_KEYS).unionByName(_perhaps_missed(days, held)).distinct()


def _perhaps_missed(days: DataFrame, held: DataFrame) -> DataFrame:
    return _unlisted(days, held, meets(IN_FLIGHT)).select("date", "use.cluster", "use.user", "op", "resource", "rev")


def _doubtful(used: DataFrame, held: DataFrame) -> DataFrame:
    """Each use with each grant that it lists and that no single period of the history supports."""
    logged = used.select(*USE, sf.explode("grants").alias("grant")).alias("use")
    same = [sf.col(f"use.{key}") == sf.col(f"held.{key}") for key in ("cluster", "grant", "user")]
    fits = reaches("use.resource", "held.res") & at_revision() & in_period(-IN_FLIGHT) & in_window()
    fits &= perhaps_from_inside(*LIMITS)
    return logged.join(held.alias("held"), [*same, fits], "left_anti")


def _unlisted(used: DataFrame, held: DataFrame, standing: Column) -> DataFrame:
    """Each use with each grant that covers it, that it does not list, and whose times meet `standing`.

    For a sub-account only if exactly one right would be enough: with several, what the broker lists depends on the main
    account too. Never a grant limited to subscriptions: whether it covers the one that was used is not compared.
    """
    asked = used.where("decided and needed is not null").withColumn("place", sf.explode(places("resource")))
    same = [sf.col(f"use.{key}") == sf.col(f"held.{key}") for key in ("cluster", "user")]
    same.append(sf.col("use.place.res") == sf.col("held.res"))
    counts = ~sf.col("above_all") | sf.array_contains("authorities", _SUPER_USER)
    counts &= within("held.res", "use.resource") & sf.col("subscriptions").isNull() & surely_from_inside(*LIMITS)
    certain = ~sf.col("sub") | (sf.col("choices") == 1)
    unlisted = ~sf.array_contains(sf.col("use.grants"), sf.col("held.grant"))
    enough = sf.arrays_overlap("authorities", "needed") & counts & certain & unlisted & standing
    return asked.alias("use").join(held.alias("held"), [*same, enough], "inner")


def _not_logged(used: DataFrame, held: DataFrame) -> DataFrame:
    """Each use with each grant that covered it from its first to its last moment and is not listed."""
    joined = _unlisted(used, held, in_period(IN_FLIGHT) & in_window())
    return joined.select(
        "date", "use.cluster", sf.lit("not_logged").alias("problem"), _cause().alias("cause"), "held.grant", "use.user",
        "resource", "op", "rev", *_nothing_revoked(), "n", "first", "last",
    )  # fmt: skip


def _denied_despite(denied: DataFrame, held: DataFrame, users: DataFrame) -> DataFrame:
    """Each denial that a grant covered from its first to its last moment, with one such grant.

    The grant is the one hardest to explain; of several, the lowest id. For a sub-account, its main account must have
    held such a grant too.
    """
    mains = users.where("main is not null").select("user", "main").distinct()
    asked = denied.withColumn("asker", sf.col("user"))
    both = asked.join(mains, "user", "left").withColumn("asked", sf.array_compact(sf.array("user", "main")))
    able = _unlisted(both.withColumn("user", sf.explode("asked")), held, in_period(IN_FLIGHT) & in_window())
    cause, own = _cause(), sf.col("use.user") == sf.col("asker")
    rank = sf.when(cause == "unexplained", 0).when(cause == "snapshot_behind", 1).otherwise(2)
    worst = sf.struct(rank.alias("rank"), cause.alias("cause"), sf.col("held.grant").alias("grant"))
    keys = ["date", "asker", "asked", "resource", "op", "rev", "skewed", "needed", "bits", "n", "first", "last"]
    found = able.groupBy(sf.col("use.cluster").alias("cluster"), *map(sf.col, keys)).agg(
        sf.size(sf.collect_set("use.user")).alias("held_by"), sf.min(sf.when(own, worst)).alias("worst")
    )
    return found.where("held_by = size(asked)").select(
        "date", "cluster", sf.lit(DESPITE).alias("problem"), "worst.cause", "worst.grant",
        sf.col("asker").alias("user"), "resource", "op", "rev", *_nothing_revoked(), "n", "first", "last",
    )  # fmt: skip


def _cause() -> Column:
    """Why the broker did not count a grant that covers the attempt by time."""
    return (
        sf.when(sf.col("skewed") | (sf.col("until_rev") <= sf.col("rev")), "clock_skew")
        .when(sf.col("from_rev") > sf.col("rev"), "snapshot_behind")
        .otherwise("unexplained")
    )


def _nothing_revoked() -> list[Column]:
    return [sf.lit(None).cast("bigint").alias(column) for column in ("revoked_rev", "revoked_time")]

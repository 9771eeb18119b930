"""The log against the history: the grants that covered each use, computed anew by time and by revision.

A grant that was logged must have covered the use, at its time and at the revision that decided; a grant that covered it
all the time must have been logged. What does not fit is a row, with its cause. Joined by cluster, user and resource or
grant, with the times as a residual: that is finer than any bin of days, so no period is multiplied.
"""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import RECOMPUTED_DAILY, names
from spark_audit.transforms.causes import explained
from spark_audit.transforms.holders import holders
from spark_audit.transforms.places import places
from spark_audit.transforms.support import IN_FLIGHT, at_revision, in_period, in_window, meets, reaches
from spark_audit.transforms.uses import TOLD, USE, single_uses, uses

_SUPER_USER = 4


def recomputed_daily(silver: DataFrame, grants: DataFrame, users: DataFrame, rights: DataFrame) -> DataFrame:
    """Rows of RECOMPUTED_DAILY."""
    held = holders(grants, users)
    used = single_uses(silver, rights, _perhaps_wrong(uses(silver, rights), held))
    found = explained(_doubtful(used, held), held, grants).unionByName(_not_logged(used, held))
    keys = [name for name in names(RECOMPUTED_DAILY) if name not in ("n", "first", "last")]
    daily = found.groupBy(*keys).agg(
        sf.sum("n").alias("n"), sf.min("first").alias("first"), sf.max("last").alias("last")
    )
    return daily.select(*names(RECOMPUTED_DAILY))


def _perhaps_wrong(days: DataFrame, held: DataFrame) -> DataFrame:
    """Of the uses summed by the day those among which one may not fit: only these are looked at one by one."""
    missed = _unlisted(days, held, meets(IN_FLIGHT)).select("date", "use.cluster", "use.user", "op", "resource", "rev")
    return _doubtful(days, held).select(*TOLD).unionByName(missed).distinct()


def _doubtful(used: DataFrame, held: DataFrame) -> DataFrame:
    """Each use with each of its grants that no single period of the history supports."""
    logged = used.select(*USE, sf.explode("grants").alias("grant")).alias("use")
    same = [sf.col(f"use.{name}") == sf.col(f"held.{name}") for name in ("cluster", "grant", "user")]
    fits = reaches("use.resource", "held.res") & at_revision() & in_period(-IN_FLIGHT) & in_window()
    return logged.join(held.alias("held"), [*same, fits], "left_anti")


def _unlisted(used: DataFrame, held: DataFrame, standing: Column) -> DataFrame:
    """Each use with each grant that covers it, that it does not list, and whose times are as `standing` says.

    Of a sub-account only where one right alone would do: of several, those count that its main account has too.
    """
    asked = used.where("decided and needed is not null").withColumn("place", sf.explode(places("resource")))
    same = [sf.col(f"use.{name}") == sf.col(f"held.{name}") for name in ("cluster", "user")]
    same.append(sf.col("use.place.res") == sf.col("held.res"))
    counts = ~sf.col("above_all") | sf.array_contains("authorities", _SUPER_USER)
    certain = ~sf.col("sub") | (sf.col("choices") == 1)
    unlisted = ~sf.array_contains(sf.col("use.grants"), sf.col("held.grant"))
    enough = sf.arrays_overlap("authorities", "needed") & counts & certain & unlisted & standing
    return asked.alias("use").join(held.alias("held"), [*same, enough], "inner")


def _not_logged(used: DataFrame, held: DataFrame) -> DataFrame:
    """Each use with each grant that covered it from its first to its last moment, and that it does not list."""
    joined = _unlisted(used, held, in_period(IN_FLIGHT) & in_window())
    cause = (
        sf.when(sf.col("skewed") | (sf.col("until_rev") <= sf.col("rev")), "clock_skew")
        .when(sf.col("from_rev") > sf.col("rev"), "snapshot_behind")
        .otherwise("unexplained")
    )
    none = sf.lit(None).cast("bigint")
    return joined.select(
        "date", "use.cluster", sf.lit("not_logged").alias("problem"), cause.alias("cause"), "held.grant", "use.user",
        "resource", "op", "rev", none.alias("revoked_rev"), none.alias("revoked_time"), "n", "first", "last",
    )  # fmt: skip

"""What would have allowed a denied attempt: which right, at most how high, and who has it already."""

from datetime import date

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import WOULD_ALLOW, names
from spark_audit.transforms.gold.denials import LACKING
from spark_audit.transforms.reach import TYPES, places, type_of

_ATTEMPT = ("cluster", "user", "op", "resource")
_WAY = (*_ATTEMPT, "right", "at_type")


def would_allow(denials: DataFrame, rights: DataFrame, grants: DataFrame, until: date) -> DataFrame:
    """Rows of WOULD_ALLOW from DENIALS_DAILY of the window: one per attempt and right that would do.

    `at_type` and `at_res` are the lowest place where it may be held; `example_role` has it there or above it (the
    nearest place, then the lowest role), null when nobody has. Rights to subscriptions of one's own are left out: the
    denial does not tell the subscription.
    """
    attempts = denials.where(sf.col("reason").isin(*LACKING)).select(*_ATTEMPT).distinct()
    types = sf.array(*map(sf.lit, TYPES))
    wanted = attempts.withColumn("rtype", sf.get(types, type_of("resource"))).join(
        sf.broadcast(rights.where("not own")), ["op", "rtype"], "inner"
    )
    low_enough = sf.filter(places("resource"), lambda place: place["type"] <= sf.col("at_type"))
    reached = wanted.withColumn("places", low_enough).where("size(places) > 0")
    each = reached.withColumn("at_res", sf.array_max("places")["res"]).select(*_WAY, "at_res").distinct()
    found = each.join(
        _examples(reached, grants), [each[name].eqNullSafe(sf.col(f"for_{name}")) for name in _WAY], "left"
    )
    return found.withColumn("until", sf.lit(until)).select(*names(WOULD_ALLOW))


def _examples(reached: DataFrame, grants: DataFrame) -> DataFrame:
    """_WAY, each name with `for_` before it → example_role, where somebody has the right.

    What nobody has, nearly all, is left out before anything is summed: names of roles can't be summed without sorting.
    """
    place = reached.withColumn("place", sf.explode("places"))
    each = place.withColumn("authority", sf.explode("authorities")).alias("want")
    same = [sf.col(f"want.{name}") == sf.col(f"held.{name}") for name in ("cluster", "authority")]
    there = sf.col("want.place.res") == sf.col("held.res")
    found = each.join(_lowest(grants).alias("held"), [*same, there], "inner")
    nearest = sf.struct(-sf.col("place.type"), "role")
    keys = [sf.col(f"want.{name}").alias(f"for_{name}") for name in _WAY]
    return found.groupBy(*keys).agg(sf.min_by("role_name", nearest).alias("example_role"))


def _lowest(grants: DataFrame) -> DataFrame:
    """cluster, res, authority → role, role_name: what is granted at the end of the history, of all roles the lowest.

    One row each, however many roles hold something on a place.
    """
    standing = grants.where("until_rev is null").withColumn("authority", sf.explode("authorities"))
    return standing.groupBy("cluster", "res", "authority").agg(
        sf.min("role").alias("role"), sf.min_by("role_name", "role").alias("role_name")
    )

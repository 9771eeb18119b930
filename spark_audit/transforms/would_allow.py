"""What would have allowed a denied attempt: which right, at most how high, and who has it already."""

from datetime import date

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import WOULD_ALLOW, names
from spark_audit.transforms.denials import LACKING
from spark_audit.transforms.places import TYPES, places, type_of

_ATTEMPT = ("cluster", "user", "op", "resource")


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
    reached = wanted.withColumn("place", sf.explode(places("resource"))).where("place.type <= at_type")
    each = reached.withColumn("authority", sf.explode("authorities")).alias("want")
    same = [sf.col(f"want.{name}") == sf.col(f"held.{name}") for name in ("cluster", "authority")]
    there = sf.col("want.place.res") == sf.col("held.res")
    found = each.join(_lowest(grants).alias("held"), [*same, there], "left")
    nearest = sf.struct(-sf.col("place.type"), "role")
    best = found.groupBy(*[sf.col(f"want.{name}").alias(name) for name in (*_ATTEMPT, "right", "at_type")]).agg(
        sf.max("place").getField("res").alias("at_res"),
        sf.min_by("role_name", sf.when(sf.col("role").isNotNull(), nearest)).alias("example_role"),
    )
    return best.withColumn("until", sf.lit(until)).select(*names(WOULD_ALLOW))


def _lowest(grants: DataFrame) -> DataFrame:
    """cluster, res, authority → role, role_name: what is granted at the end of the history, of all roles the lowest.

    One row each, however many roles hold something on a place.
    """
    standing = grants.where("until_rev is null").withColumn("authority", sf.explode("authorities"))
    return standing.groupBy("cluster", "res", "authority").agg(
        sf.min("role").alias("role"), sf.min_by("role_name", "role").alias("role_name")
    )

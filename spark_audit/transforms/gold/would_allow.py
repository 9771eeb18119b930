"""What would have allowed a denied attempt: which right, the lowest place for it, and a role that has it already."""

from datetime import date

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import WOULD_ALLOW, names
from spark_audit.transforms.gold.denials import LACKING
from spark_audit.transforms.reach import TYPES, places, type_of, within

_ATTEMPT = ("cluster", "user", "op", "resource")
_WAY = (*_ATTEMPT, "right", "at_type")


def would_allow(denials: DataFrame, rights: DataFrame, grants: DataFrame, until: date) -> DataFrame:
    """Rows of WOULD_ALLOW from DENIALS_DAILY of the window: one per attempt and right that would be enough.

    `at_type` and `at_res`: the lowest place where the right can be given. `example_role`: a role that has it there or
    above, within its prefix; of several, the one with the nearest place, then the lowest id; null if there is none.
    Rights to the user's own or to named subscriptions and rights from some networks only are left out, because a denial
    does not name the subscription, and an attempt may come from several addresses.
    """
    attempts = denials.where(sf.col("reason").isin(*LACKING)).select(*_ATTEMPT).distinct()
    types = sf.array(*map(sf.lit, TYPES))
    wanted = attempts.withColumn("rtype", sf.get(types, type_of("resource"))).join(
        sf.broadcast(rights.where("not own")), ["op", "rtype"], "inner"
    )
    low_enough = sf.filter(places("resource"), lambda place: place["type"] <= sf.col("at_type"))
    reached = wanted.withColumn("places", low_enough).where("size(places) > 0")
    each = reached.withColumn("at_res", sf.array_max("places")["res"]).select(*_WAY, "at_res").distinct()
    found = each.join(_examples(reached, grants), [each[key].eqNullSafe(sf.col(f"for_{key}")) for key in _WAY], "left")
    return found.withColumn("until", sf.lit(until)).select(*names(WOULD_ALLOW))


def _examples(reached: DataFrame, grants: DataFrame) -> DataFrame:
    """_WAY, each name with the prefix `for_` → example_role. Only rights that some role has.

    The inner join drops nearly all rows before they are grouped: Spark has to sort rows to aggregate a text such as the
    name of a role.
    """
    place = reached.withColumn("place", sf.explode("places"))
    each = place.withColumn("authority", sf.explode("authorities")).alias("want")
    same = [sf.col(f"want.{key}") == sf.col(f"held.{key}") for key in ("cluster", "authority")]
    here = (sf.col("want.place.res") == sf.col("held.res")) & within("held.res", "resource")
    found = each.join(_lowest(grants).alias("held"), [*same, here], "inner")
    nearest = sf.struct(-sf.col("place.type"), "role")
    keys = [sf.col(f"want.{key}").alias(f"for_{key}") for key in _WAY]
    return found.groupBy(*keys).agg(sf.min_by("role_name", nearest).alias("example_role"))


def _lowest(grants: DataFrame) -> DataFrame:
    """cluster, res, prefix, authority → role, role_name: the lowest role that holds the authority there now.

    One row per place, prefix and authority, so that the join does not grow with the number of roles on a place. Without
    grants limited to subscriptions or networks.
    """
    standing = grants.where("until_rev is null and subscriptions is null and networks is null")
    each = standing.withColumn("authority", sf.explode("authorities"))
    return each.groupBy("cluster", "res", "prefix", "authority").agg(
        sf.min("role").alias("role"), sf.min_by("role_name", "role").alias("role_name")
    )

"""Adds grants to events of Pulsar's own log, which names none: those that covered the use at its time."""

from functools import reduce
from operator import and_

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import EVENTS, names
from spark_audit.transforms.addresses import bits, lets_in
from spark_audit.transforms.history.holders import LIMITS, holders
from spark_audit.transforms.history.support import at_time
from spark_audit.transforms.history.uses import needs
from spark_audit.transforms.reach import places, within

_ALLOWED = 1
_FROM_LOG = "source = 'log'"


def attribute(silver: DataFrame, grants: DataFrame, users: DataFrame, rights: DataFrame) -> DataFrame:
    """Rows of EVENTS. Events of the log get their covering grants, the most specific first, as the plugin lists them.

    On a day with any event of the plugin from a cluster, the events of that cluster's log are left out: they tell
    nothing new.
    """
    by_plugin = silver.where("source = 'plugin'").select("date", "cluster").distinct()
    logged = silver.where(_FROM_LOG).join(sf.broadcast(by_plugin), ["date", "cluster"], "left_anti").drop("grants")
    kept = silver.where(f"not ({_FROM_LOG})").select(*names(EVENTS))
    return kept.unionByName(_with_grants(logged, holders(grants, users), rights).select(*names(EVENTS)))


def _with_grants(logged: DataFrame, held: DataFrame, rights: DataFrame) -> DataFrame:
    enough = needs(rights).where("not own").select("op", "rtype", "needed")
    asked = logged.where(sf.col("dec") == _ALLOWED).join(sf.broadcast(enough), ["op", "rtype"], "inner")
    used = [sf.col("res").alias("used"), sf.explode(places("res")).alias("place")]
    placed = asked.select(
        "uid", "cluster", "user", "time", "needed", sf.col("sub").alias("asked"),
        sf.when(sf.col("via").isNull(), sf.col("ip")).alias("address"), bits(sf.col("ip")).alias("bits"), *used,
    )  # fmt: skip
    same = [sf.col(f"use.{key}") == sf.col(f"held.{key}") for key in ("cluster", "user")]
    stood = at_time("time", 0) & (sf.col("time") >= sf.col("valid_from")) & (sf.col("time") < sf.col("valid_until"))
    covers = (sf.col("use.place.res") == sf.col("held.res")) & sf.arrays_overlap("authorities", "needed") & stood
    covers &= within("res", "used") & _of_it() & _from_there()
    found = placed.alias("use").join(held.alias("held"), [*same, covers], "inner")
    rank = sf.struct((-sf.col("place.type")).alias("above"), sf.col("grant"))
    listed = found.groupBy("uid").agg(sf.array_sort(sf.collect_set(rank))["grant"].alias("grants"))
    return logged.join(listed, "uid", "left")


def _of_it() -> Column:
    """The grant is not limited to subscriptions or names the one that was asked for; or the log does not say which."""
    asked = sf.col("asked")

    def named(subscription: Column) -> Column:
        beginning = sf.substr(subscription, sf.lit(1), sf.length(subscription) - 1)
        return sf.when(sf.endswith(subscription, sf.lit("*")), sf.startswith(asked, beginning)).otherwise(
            subscription == asked
        )

    return sf.col("subscriptions").isNull() | asked.isNull() | sf.exists("subscriptions", named)


def _from_there() -> Column:
    """Neither grant nor user is limited to networks or the use came from one of them; or the log does not say from
    where."""
    return sf.col("address").isNull() | reduce(and_, (lets_in(limit, "bits") for limit in LIMITS))

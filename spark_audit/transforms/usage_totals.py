"""Use in the window, per grant, role, user, resource and credential."""

from datetime import date
from functools import reduce

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import USAGE_TOTALS, names
from spark_audit.transforms.denials import DENIED


def usage_totals(usage: DataFrame, activity: DataFrame, grants: DataFrame, until: date) -> DataFrame:
    """Rows of USAGE_TOTALS from the daily rows of the window.

    `n` counts each use once: of a grant those that it covered, of a role those that one of its grants decided. Of a
    credential the log of uses is ACTIVITY_DAILY, which knows neither resources nor grants: they are null.
    """
    roles = grants.groupBy("grant").agg(sf.max_by("role", "from_rev").alias("role"))
    uses = usage.where(sf.col("decision") != DENIED).join(sf.broadcast(roles), "grant", "left")
    once = sf.when(sf.col("grant").isNull(), sf.col("n")).otherwise(sf.col("applied"))
    granted = uses.where("grant is not null")
    totals = (
        _per(granted, "grant", sf.col("grant").cast("string"), sf.col("covering")),
        _per(granted.where("role is not null"), "role", sf.col("role").cast("string"), once),
        _per(uses.where("user <> ''"), "user", sf.col("user"), once),
        _per(uses.where("resource <> ''"), "resource", sf.col("resource"), once),
        _credentials(activity),
    )
    whole = reduce(DataFrame.unionByName, totals).withColumn("until", sf.lit(until))
    return whole.select(*names(USAGE_TOTALS))


def _per(uses: DataFrame, kind: str, subject: Column, counted: Column) -> DataFrame:
    return uses.groupBy(sf.lit(kind).alias("subject_type"), subject.alias("subject")).agg(
        sf.sum(counted).alias("n"),
        sf.min("first").alias("first"),
        sf.max("last").alias("last"),
        sf.count_distinct("date").alias("days"),
        sf.count_distinct("user").alias("users"),
        sf.count_distinct("resource").alias("resources"),
        sf.count_distinct("grant").alias("grants"),
    )


def _credentials(activity: DataFrame) -> DataFrame:
    """A password has no name of its own: its use is that of its user."""
    none = sf.lit(None).cast("bigint")
    named = activity.where("cred is not null and cred <> 'password'")
    return named.groupBy(sf.lit("credential").alias("subject_type"), sf.col("cred").alias("subject")).agg(
        sf.sum("n").alias("n"),
        sf.min("first").alias("first"),
        sf.max("last").alias("last"),
        sf.count_distinct("date").alias("days"),
        sf.count_distinct("user").alias("users"),
        none.alias("resources"),
        none.alias("grants"),
    )

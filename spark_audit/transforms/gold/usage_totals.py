"""Use in the window, per grant, role, user, resource and credential."""

from datetime import date

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import USAGE_TOTALS, names
from spark_audit.transforms.gold.denials import DENIED


def usage_totals(usage: DataFrame, activity: DataFrame, grants: DataFrame, until: date) -> DataFrame:
    """Rows of USAGE_TOTALS from the daily rows of the window.

    `n` counts each use once: for a grant if it covered the use, for a role if one of its grants decided it. Credentials
    are counted from ACTIVITY_DAILY, which has neither resources nor grants: for them, both are null.
    """
    roles = grants.groupBy("grant").agg(sf.max_by("role", "from_rev").alias("role"))
    uses = usage.where(sf.col("decision") != DENIED).join(sf.broadcast(roles), "grant", "left")
    whole = _uses(uses).unionByName(_credentials(activity)).withColumn("until", sf.lit(until))
    return whole.select(*names(USAGE_TOTALS))


def _uses(uses: DataFrame) -> DataFrame:
    """Rows of grants, roles, users and resources, in one pass."""
    once = sf.when(sf.col("grant").isNull(), sf.col("n")).otherwise(sf.col("applied"))
    granted = sf.col("grant").isNotNull()
    of = sf.array(
        sf.when(granted, _struct("grant", sf.col("grant").cast("string"), sf.col("covering"))),
        sf.when(granted & sf.col("role").isNotNull(), _struct("role", sf.col("role").cast("string"), once)),
        sf.when(sf.col("user") != "", _struct("user", sf.col("user"), once)),
        sf.when(sf.col("resource") != "", _struct("resource", sf.col("resource"), once)),
    )
    each = uses.select("*", sf.explode(sf.array_compact(of)).alias("of"))
    return each.groupBy("of.subject_type", "of.subject").agg(
        sf.sum("of.counted").alias("n"),
        sf.min("first").alias("first"),
        sf.max("last").alias("last"),
        _different("date").alias("days"),
        _different("user").alias("users"),
        _different("resource").alias("resources"),
        _different("grant").alias("grants"),
    )


def _different(column: str) -> Column:
    """Number of distinct values without null. For several count_distinct, Spark would copy every row for each."""
    return sf.size(sf.collect_set(column)).cast("bigint")


def _struct(kind: str, subject: Column, n: Column) -> Column:
    return sf.struct(sf.lit(kind).alias("subject_type"), subject.alias("subject"), n.alias("counted"))


def _credentials(activity: DataFrame) -> DataFrame:
    """Rows of credentials. Passwords are left out: they have no id, and their use is that of their users."""
    none = sf.lit(None).cast("bigint")
    named = activity.where("cred is not null and cred <> 'password'")
    return named.groupBy(sf.lit("credential").alias("subject_type"), sf.col("cred").alias("subject")).agg(
        sf.sum("n").alias("n"),
        sf.min("first").alias("first"),
        sf.max("last").alias("last"),
        _different("date").alias("days"),
        _different("user").alias("users"),
        none.alias("resources"),
        none.alias("grants"),
    )

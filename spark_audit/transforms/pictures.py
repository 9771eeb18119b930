"""Small aggregates of use that the report draws. Each use counts once: under the grant that decided."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.report_rows import ESTATE, plain, scopes, with_tenant

_DENIED = 2


def trend(usage: DataFrame) -> DataFrame:
    """scope, date → allowed, denied."""
    denied = sf.when(sf.col("decision") == _DENIED, sf.col("n")).otherwise(0)
    days = with_tenant(usage).groupBy("tenant", "date")
    sums = days.agg(sf.sum(_uses()).alias("allowed"), sf.sum(denied).alias("denied"))
    scoped = sums.withColumn("scope", scopes()).groupBy("scope", "date")
    return scoped.agg(sf.sum("allowed").alias("allowed"), sf.sum("denied").alias("denied")).select(
        "scope", "date", "allowed", "denied"
    )


def heat(usage: DataFrame, grants: DataFrame) -> DataFrame:
    """scope, role, area → n, grants (at most five), first, last, by the deciding grant.

    An area is a namespace with its cluster for the estate, a topic with its namespace for a tenant.
    """
    names = grants.groupBy("grant").agg(sf.max_by("role_name", sf.struct("from_rev", "cluster")).alias("role"))
    used = with_tenant(usage).where("applied > 0").groupBy("tenant", "grant", plain("resource").alias("path"))
    sums = used.agg(sf.sum("applied").alias("n"), sf.min("first").alias("first"), sf.max("last").alias("last"))
    named = sums.join(sf.broadcast(names), "grant", "left")
    role = sf.coalesce("role", sf.concat(sf.lit("#"), sf.col("grant").cast("string"))).alias("role")
    scoped = named.select(scopes().alias("scope"), role, "path", "grant", "n", "first", "last")
    inside = sf.regexp_replace("path", "^[^/]*/[^/]*/", "")
    area = sf.when(sf.col("scope") == ESTATE, sf.substring_index("path", "/", 3)).otherwise(inside)
    cells = scoped.groupBy("scope", "role", area.alias("area")).agg(
        sf.sum("n").alias("n"),
        sf.slice(sf.array_sort(sf.collect_set("grant")), 1, 5).alias("grants"),
        sf.min("first").alias("first"),
        sf.max("last").alias("last"),
    )
    return cells.select("scope", "role", "area", "n", "grants", "first", "last")


def flow(usage: DataFrame) -> DataFrame:
    """tenant, user, topic → n, days, first, last."""
    pairs = with_tenant(usage).withColumn("uses", _uses()).where("uses > 0").groupBy("tenant", "user", "resource")
    sums = pairs.agg(
        sf.sum("uses").alias("n"),
        sf.count_distinct("date").alias("days"),
        sf.min("first").alias("first"),
        sf.max("last").alias("last"),
    )
    return sums.select("tenant", "user", sf.col("resource").alias("topic"), "n", "days", "first", "last")


def _uses() -> Column:
    """Each use once: under the grant that decided, or where none covered it (brokers' super users, observed)."""
    once = sf.when(sf.col("grant").isNull(), sf.col("n")).otherwise(sf.col("applied"))
    return sf.when(sf.col("decision") == _DENIED, 0).otherwise(once)

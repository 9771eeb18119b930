"""Small aggregates that the report draws."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

_DENIED = 2
_CELLS = 500


def trend(usage: DataFrame) -> DataFrame:
    """date → allowed, denied. `applied` counts every use once, however many grants covered it."""
    allowed = (
        sf.when(sf.col("decision") == _DENIED, 0)
        .when(sf.col("grant").isNull(), sf.col("n"))
        .otherwise(sf.col("applied"))
    )
    denied = sf.when(sf.col("decision") == _DENIED, sf.col("n")).otherwise(0)
    return usage.groupBy("date").agg(sf.sum(allowed).alias("allowed"), sf.sum(denied).alias("denied")).orderBy("date")


def heat(usage: DataFrame, grants: DataFrame) -> DataFrame:
    """role, area (cluster/tenant/namespace) → n, by the deciding grant; the most used pairs only."""
    names = grants.groupBy("grant").agg(sf.max_by("role_name", sf.struct("from_rev", "cluster")).alias("role"))
    plain = sf.regexp_replace("resource", "/non-persistent://", "/")
    used = usage.where("applied > 0").select("grant", sf.substring_index(plain, "/", 3).alias("area"), "applied")
    by_grant = (
        used.groupBy("grant", "area").agg(sf.sum("applied").alias("n")).join(sf.broadcast(names), "grant", "left")
    )
    role = sf.coalesce("role", sf.concat(sf.lit("#"), sf.col("grant").cast("string")))
    cells = by_grant.groupBy(role.alias("role"), "area").agg(sf.sum("n").alias("n"))
    return cells.orderBy(sf.desc("n"), "role", "area").limit(_CELLS)

"""Findings and suggestions with the names and places of their grants, for people."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

_PLACED = ("granted_on", "granted_from")


def findings(rows: DataFrame, status: DataFrame) -> DataFrame:
    """FINDINGS with `role_name` (of the grant or the role) and `granted_on` (the grant's place; with a prefix,
    `…/orders-*`), `granted_from` (the first network that the grant is limited to, and how many more: `10.0.0.0/8 +2`).

    `status`: rows of GRANT_STATUS of the same run.
    """
    grants = _grants(status).withColumnRenamed("role_name", "of_grant")
    roles = status.groupBy("role").agg(sf.max("role_name").alias("of_role"))
    named = rows.join(grants, "grant", "left").join(roles, "role", "left")
    return named.select(*rows.columns, sf.coalesce("of_grant", "of_role").alias("role_name"), *_PLACED)


def suggestions(rows: DataFrame, status: DataFrame) -> DataFrame:
    """SUGGESTIONS with `granted_on` and `granted_from`: of the first grant to remove."""
    grants = _grants(status).drop("role_name")
    named = rows.withColumn("grant", sf.get("removes", sf.lit(0))).join(grants, "grant", "left")
    return named.select(*rows.columns, *_PLACED)


def _grants(status: DataFrame) -> DataFrame:
    begun = sf.concat("res", sf.lit("/"), "prefix", sf.lit("*"))
    more = sf.when(sf.size("networks") > 1, sf.concat(sf.lit(" +"), sf.size("networks") - 1))
    first = sf.concat(sf.coalesce(sf.get("networks", sf.lit(0)), sf.lit("-")), sf.coalesce(more, sf.lit("")))
    placed = sf.coalesce(begun, "res"), sf.when(sf.col("networks").isNotNull(), first)
    return status.select("grant", "role_name", *[one.alias(name) for name, one in zip(_PLACED, placed, strict=True)])

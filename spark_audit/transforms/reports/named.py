"""Findings and suggestions with the names and places of their grants, for people."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf


def findings(rows: DataFrame, status: DataFrame) -> DataFrame:
    """FINDINGS with `role_name` (of the grant or the role) and `granted_on` (the grant's place; with a prefix,
    `…/orders-*`).

    `status`: rows of GRANT_STATUS of the same run.
    """
    grants = _grants(status).withColumnRenamed("role_name", "of_grant")
    roles = status.groupBy("role").agg(sf.max("role_name").alias("of_role"))
    named = rows.join(grants, "grant", "left").join(roles, "role", "left")
    return named.select(*rows.columns, sf.coalesce("of_grant", "of_role").alias("role_name"), "granted_on")


def suggestions(rows: DataFrame, status: DataFrame) -> DataFrame:
    """SUGGESTIONS with `granted_on`: the place of the first grant to remove."""
    grants = _grants(status).drop("role_name")
    named = rows.withColumn("grant", sf.get("removes", sf.lit(0))).join(grants, "grant", "left")
    return named.select(*rows.columns, "granted_on")


def _grants(status: DataFrame) -> DataFrame:
    begun = sf.concat("res", sf.lit("/"), "prefix", sf.lit("*"))
    return status.select("grant", "role_name", sf.coalesce(begun, "res").alias("granted_on"))

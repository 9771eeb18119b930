"""Findings and suggestions with the names and places of their grants, for people."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.history.accounts import accounts

_PLACED = ("granted_on", "granted_from")
_ACCOUNT = {"main": "main", "account_made": "made", "account_ended": "ended"}
_DAY_MS, _FOR_EVER = 86_400_000, (1 << 63) - 1


def findings(rows: DataFrame, status: DataFrame, users: DataFrame) -> DataFrame:
    """FINDINGS with `role_name` (of the grant or the role) and `granted_on` (the grant's place; with a prefix,
    `…/orders-*`), `granted_from` (the first network that the grant is limited to, and how many more: `10.0.0.0/8 +2`);
    and whose account the user was at its newest evidence, else when the finding was last found: `main`, `account_made`,
    `account_ended` (epoch ms).

    `status`: rows of GRANT_STATUS of the same run. `users`: rows of USER_LINE.
    """
    grants = _grants(status).withColumnRenamed("role_name", "of_grant")
    roles = status.groupBy("role").agg(sf.max("role_name").alias("of_role"))
    named = rows.join(grants, "grant", "left").join(roles, "role", "left")
    placed = named.withColumn("role_name", sf.coalesce("of_grant", "of_role"))
    at = sf.coalesce(
        sf.get("evidence", sf.lit(0))["last"], (sf.unix_date("last_seen").cast("bigint") + 1) * _DAY_MS - 1
    )
    whose = accounts(users).selectExpr("user AS named", *[f"{old} AS {new}" for new, old in _ACCOUNT.items()])
    then = (at >= sf.col("account_made")) & (at < sf.coalesce("account_ended", sf.lit(_FOR_EVER)))
    return placed.join(whose, (sf.col("user") == sf.col("named")) & then, "left").select(
        *rows.columns, "role_name", *_PLACED, *_ACCOUNT
    )


def suggestions(rows: DataFrame, status: DataFrame) -> DataFrame:
    """SUGGESTIONS with `granted_on` and `granted_from`: of the first grant to remove."""
    grants = _grants(status).drop("role_name")
    named = rows.withColumn("grant", sf.get("removes", sf.lit(0))).join(grants, "grant", "left")
    return named.select(*rows.columns, *_PLACED)


def _grants(status: DataFrame) -> DataFrame:
    with_prefix = sf.concat("res", sf.lit("/"), "prefix", sf.lit("*"))
    more = sf.when(sf.size("networks") > 1, sf.concat(sf.lit(" +"), sf.size("networks") - 1))
    first = sf.concat(sf.coalesce(sf.get("networks", sf.lit(0)), sf.lit("-")), sf.coalesce(more, sf.lit("")))
    placed = sf.coalesce(with_prefix, "res"), sf.when(sf.col("networks").isNotNull(), first)
    return status.select(
        "grant", "role_name", *[column.alias(name) for name, column in zip(_PLACED, placed, strict=True)]
    )

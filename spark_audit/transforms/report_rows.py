"""The rows that reports show: for the estate (scope '') and for each tenant the first ones of every table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as sf

ESTATE = ""
"""The scope of rows about everything; a tenant's scope is its name."""


@dataclass(frozen=True)
class Listed:
    """Rows with a column `tenant` (null: the estate's only), the order that says which come first, and how many stay.

    With `per`, that many stay for each of its values. `scoped` rows have a column `scope` instead, already.
    """

    rows: DataFrame
    order: Sequence[Column]
    keep: int
    per: Sequence[str] = ()
    scoped: bool = False


def shown(tables: Mapping[str, Listed]) -> DataFrame:
    """scope, table, place (from 1), total, row (JSON): what all reports need, in one frame.

    One frame, because every further action of Spark costs more than its rows. Not sorted.
    """
    return reduce(DataFrame.unionByName, [_placed(name, listed) for name, listed in tables.items()])


def with_tenant(rows: DataFrame, resource: str = "resource") -> DataFrame:
    """The rows with the tenant of a resource, null above tenants; `cluster/non-persistent://t/n/x` belongs to t too."""
    tenant = sf.nullif(sf.split_part(plain(resource), sf.lit("/"), sf.lit(2)), sf.lit(""))
    return rows.withColumn("tenant", tenant)


def plain(resource: str) -> Column:
    """A resource's path without the domain: cluster/tenant/namespace/topic."""
    return sf.regexp_replace(resource, "/(non-)?persistent://", "/")


def scopes() -> Column:
    """One row for the estate, and one for the tenant if there is one."""
    return sf.explode(
        sf.when(sf.col("tenant").isNull(), sf.array(sf.lit(ESTATE))).otherwise(sf.array(sf.lit(ESTATE), "tenant"))
    )


def _placed(name: str, listed: Listed) -> DataFrame:
    rows = listed.rows if listed.scoped else listed.rows.withColumn("scope", scopes())
    columns = [column for column in rows.columns if column != "scope"]
    parts = Window.partitionBy("scope", *listed.per)
    before = parts.orderBy(*listed.order).rowsBetween(Window.unboundedPreceding, Window.currentRow)
    everything = parts.rowsBetween(Window.unboundedPreceding, Window.unboundedFollowing)
    placed = rows.select(
        "scope",
        sf.row_number().over(before).cast("long").alias("place"),
        sf.count("*").over(everything).alias("total"),
        sf.struct(*columns).alias("row"),
    )
    row = sf.to_json("row", {"ignoreNullFields": "false"})
    kept = placed.where(sf.col("place") <= listed.keep)
    return kept.select("scope", sf.lit(name).alias("table"), "place", "total", row.alias("row"))


def whole(tables: Mapping[str, tuple[DataFrame, Sequence[str]]]) -> DataFrame:
    """table, key, row (JSON): every row of each table, for its CSV. `key` sorts them by the columns named."""
    return reduce(DataFrame.unionByName, [_keyed(name, rows, columns) for name, (rows, columns) in tables.items()])


def _keyed(name: str, rows: DataFrame, columns: Sequence[str]) -> DataFrame:
    kinds = dict(rows.dtypes)
    numbers = ("bigint", "int")
    parts = [sf.lpad(sf.col(one).cast("string"), 20, "0") if kinds[one] in numbers else sf.col(one) for one in columns]
    key = sf.concat_ws("\t", *[sf.coalesce(part.cast("string"), sf.lit("")) for part in parts])
    row = sf.to_json(sf.struct(*rows.columns), {"ignoreNullFields": "false"})
    return rows.select(sf.lit(name).alias("table"), key.alias("key"), row.alias("row"))

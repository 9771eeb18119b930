"""Rows for reports, CSV and summary, all in one frame: a Spark action per table would cost more than its rows."""

from collections.abc import Mapping, Sequence
from functools import reduce

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms import paths

_MOST = 1 << 62
_NUMBERS = ("bigint", "int")


Tables = Mapping[str, tuple[DataFrame, Sequence[str]]]
"""Table name → rows and the columns that sort them; `-n` sorts by n, the largest first."""


def lines(tables: Tables, others: DataFrame) -> DataFrame:
    """One column `value`: table, tab, row as JSON; sorted by table and key. `others`: more rows of `line`."""
    ordered = key_rows(tables).unionByName(others).repartition(1).sortWithinPartitions("table", "key", "row")
    return ordered.select(sf.concat_ws("\t", "table", "row").alias("value"))


def key_rows(tables: Tables) -> DataFrame:
    """The rows of all tables in the form of `line`."""
    return reduce(DataFrame.unionByName, [_lines(table, rows, columns) for table, (rows, columns) in tables.items()])


def line(table: str, key: Sequence[Column], row: Column) -> Column:
    """A struct of table, key (text that sorts) and row (JSON, nulls written)."""
    text = sf.to_json(row, {"ignoreNullFields": "false"})
    return sf.struct(sf.lit(table).alias("table"), sf.concat_ws("\t", *key).alias("key"), text.alias("row"))


def place(column: str, number: bool) -> Column:
    """A column as text that sorts like the column; with `-n`, the largest first. Numbers must not be negative."""
    name = column.removeprefix("-")
    if not number:
        return sf.coalesce(sf.col(name).cast("string"), sf.lit(""))
    value = sf.coalesce(sf.col(name).cast("bigint"), sf.lit(0))
    return sf.lpad((sf.lit(_MOST) - value if column != name else value).cast("string"), 19, "0")


def with_tenant(rows: DataFrame, resource: str = "resource") -> DataFrame:
    """Adds the tenant of a resource, null above tenants; `cluster/topic://t/n/x` belongs to t, too."""
    return rows.withColumn("tenant", paths.tenant(sf.col(resource)))


def known_tenants(resources: DataFrame, grants: DataFrame) -> DataFrame:
    """tenant: those that the history knows, now or before. The log may name others: clients ask for anything."""
    places = resources.select("res").unionByName(grants.select("res"))
    return with_tenant(places, "res").where("tenant is not null").select("tenant").distinct()


def _lines(name: str, rows: DataFrame, columns: Sequence[str]) -> DataFrame:
    kinds = dict(rows.dtypes)
    key = [place(column, kinds[column.removeprefix("-")] in _NUMBERS) for column in columns]
    return rows.select(line(name, key, sf.struct(*rows.columns)).alias("line")).select("line.*")

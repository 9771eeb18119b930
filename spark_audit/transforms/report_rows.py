"""Rows for reports, CSV and summary, all in one frame: every further action of Spark costs more than its rows."""

from collections.abc import Mapping, Sequence
from functools import reduce

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

_MOST = 1 << 62
_NUMBERS = ("bigint", "int")


def lines(tables: Mapping[str, tuple[DataFrame, Sequence[str]]]) -> DataFrame:
    """One column, `value`: table, tab, row as JSON; tables sorted by the columns named, `-n` the largest first."""
    keyed = [_keyed(name, rows, columns) for name, (rows, columns) in tables.items()]
    ordered = reduce(DataFrame.unionByName, keyed).repartition(1).sortWithinPartitions("table", "key", "row")
    return ordered.select(sf.concat_ws("\t", "table", "row").alias("value"))


def with_tenant(rows: DataFrame, resource: str = "resource") -> DataFrame:
    """The rows with the tenant of a resource, null above tenants; `cluster/non-persistent://t/n/x` belongs to t too."""
    return rows.withColumn("tenant", tenant(plain(resource)))


def tenant(path: Column) -> Column:
    """The tenant of a path; null above tenants."""
    return sf.nullif(sf.split_part(path, sf.lit("/"), sf.lit(2)), sf.lit(""))


def plain(resource: str) -> Column:
    """A resource's path without the domain: cluster/tenant/namespace/topic."""
    return sf.regexp_replace(resource, "/(non-)?persistent://", "/")


def _keyed(name: str, rows: DataFrame, columns: Sequence[str]) -> DataFrame:
    kinds = dict(rows.dtypes)
    key = sf.concat_ws("\t", *[_part(column, kinds) for column in columns])
    row = sf.to_json(sf.struct(*rows.columns), {"ignoreNullFields": "false"})
    return rows.select(sf.lit(name).alias("table"), key.alias("key"), row.alias("row"))


def _part(column: str, kinds: Mapping[str, str]) -> Column:
    """A column as text that sorts as the column does; numbers are not negative."""
    name = column.removeprefix("-")
    if kinds[name] not in _NUMBERS:
        return sf.coalesce(sf.col(name).cast("string"), sf.lit(""))
    value = sf.coalesce(sf.col(name).cast("bigint"), sf.lit(0))
    return sf.lpad((sf.lit(_MOST) - value if column != name else value).cast("string"), 19, "0")

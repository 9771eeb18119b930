"""Rows in an order of their own, so that how they were computed does not show in what is written."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf
from pyspark.sql.types import MapType, StructType

from spark_audit.store.tables import partition_of


def arrange(rows: DataFrame, schema: StructType) -> DataFrame:
    """The columns of `schema`; each date in one task, there sorted by every column."""
    column = partition_of(schema)
    by_date = _canonical(rows.select(*schema.names), schema).repartition(column)
    return by_date.sortWithinPartitions(*_order(schema)).select(*_nullable(schema, column))


def _canonical(rows: DataFrame, schema: StructType) -> DataFrame:
    """Maps with their keys in order."""
    maps = [field.name for field in schema if isinstance(field.dataType, MapType)]
    ordered = {name: sf.map_from_entries(sf.array_sort(sf.map_entries(name))) for name in maps}
    return rows.withColumns(ordered) if ordered else rows


def _order(schema: StructType) -> list[Column]:
    """Every column, so that the order of rows does not depend on how they were computed."""
    return [
        sf.map_entries(field.name) if isinstance(field.dataType, MapType) else sf.col(field.name) for field in schema
    ]


def _nullable(schema: StructType, partition: str) -> list[Column]:
    """The columns, each of which may be null, as the schema says.

    Whether Spark can tell that a column is never null depends on how it plans, and shows in the bytes of a file. A
    condition that it cannot foresee keeps it from telling. The partition stays what it is: rows are sorted by it.
    """
    always = sf.spark_partition_id() >= 0
    return [sf.col(name) if name == partition else sf.when(always, sf.col(name)).alias(name) for name in schema.names]

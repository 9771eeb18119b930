"""Brings rows into a definite order, so that the same rows give the same files however they were computed."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf
from pyspark.sql.types import MapType, StructType

from spark_audit.store.tables import partition_of


def arrange(rows: DataFrame, schema: StructType) -> DataFrame:
    """The columns of `schema`, with each date in one task and sorted by all columns."""
    column = partition_of(schema)
    by_date = _canonical(rows.select(*schema.names), schema).repartition(column)
    return by_date.sortWithinPartitions(*_order(schema)).select(*_nullable(schema, column))


def _canonical(rows: DataFrame, schema: StructType) -> DataFrame:
    """With sorted keys in maps."""
    maps = [field.name for field in schema if isinstance(field.dataType, MapType)]
    ordered = {column: sf.map_from_entries(sf.array_sort(sf.map_entries(column))) for column in maps}
    return rows.withColumns(ordered) if ordered else rows


def _order(schema: StructType) -> list[Column]:
    """All columns. A map sorts by its entries, because Spark cannot compare maps."""
    return [
        sf.map_entries(field.name) if isinstance(field.dataType, MapType) else sf.col(field.name) for field in schema
    ]


def _nullable(schema: StructType, partition: str) -> list[Column]:
    """The columns, all of them nullable, as in the schema.

    Spark may infer from the plan that a column is never null, and writes that into the file: other plans would give
    other bytes. A condition that is not deterministic hides it. The partition column is left alone: rows are sorted by
    it.
    """
    always = sf.spark_partition_id() >= 0
    return [
        sf.col(column) if column == partition else sf.when(always, sf.col(column)).alias(column)
        for column in schema.names
    ]

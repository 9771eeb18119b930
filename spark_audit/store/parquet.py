"""Parquet tables with one file per partition. The same rows give the same bytes."""

import shutil
from collections.abc import Collection, Iterator
from datetime import date
from pathlib import Path

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as sf
from pyspark.sql.types import MapType, StructType

from spark_audit.store.staging import move
from spark_audit.store.tables import partition_of, place_of, schema_of

_FILE = "part-00000.parquet"
# parquet-java lists a column's encodings in the order of a hash set of enums, which differs from JVM to JVM. With these
# pages each column has one encoding only, so that two runs write the same bytes.
_SAME_BYTES = {"parquet.writer.version": "v2", "parquet.enable.dictionary": "false"}


class ParquetStore:
    """The tables below `out`, a directory that driver and executors share; drafts are written to `aside` in it."""

    def __init__(self, spark: SparkSession, out: Path, aside: Path) -> None:
        """Both directories must be on one file system, so that a draft can be moved into its place in one step."""
        self._spark, self._out, self._aside = spark, out, aside

    def read(self, name: str, dates: Collection[date] | None = None) -> DataFrame:
        """The rows of a table, of all its partitions or of those named."""
        schema, table = schema_of(name), self._out / place_of(name)
        if (table / "files.jsonl").exists():  # the ledger, which is written without Spark
            return self._spark.read.schema(schema).json(str(table / "files.jsonl"))
        if (table / _FILE).exists():
            return self._spark.read.schema(schema).parquet(str(table / _FILE))
        kept = [path for day, path in self._partitions(name) if dates is None or day in dates]
        if not kept:
            # The limit tells Spark that there is nothing, so that it plans nothing of what is built on it.
            return self._spark.createDataFrame([], schema).limit(0)
        files = self._spark.read.schema(schema).option("basePath", str(table)).parquet(*map(str, kept))
        return files.select(*schema.names)

    def replace_dates(self, name: str, rows: DataFrame, dates: Collection[date] = ()) -> list[date]:
        """Replace the partitions of `rows`; one file each is what makes the step atomic."""
        schema, table = schema_of(name), self._out / place_of(name)
        column, draft = partition_of(schema), self._aside / f"table-{name}"
        by_date = _canonical(rows.select(*schema.names), schema).repartition(column)
        ordered = by_date.sortWithinPartitions(*_order(schema)).select(*_nullable(schema, column))
        ordered.write.mode("overwrite").options(**_SAME_BYTES).partitionBy(column).parquet(str(draft))
        written = sorted(draft.glob(f"{column}=*"))
        for partition in written:
            (part,) = partition.glob("*.parquet")
            move(part, table / partition.name / _FILE)
        replaced = {_day(partition) for partition in written}
        for day in set(dates) - replaced:
            (table / f"{column}={day}" / _FILE).unlink(missing_ok=True)
        shutil.rmtree(draft)
        return sorted(replaced | set(dates))

    def replace(self, name: str, rows: DataFrame) -> None:
        """Replace a small table that is one Parquet file."""
        schema, draft = schema_of(name), self._aside / f"table-{name}"
        one = _canonical(rows.select(*schema.names), schema).repartition(1).sortWithinPartitions(*_order(schema))
        one.select(*_nullable(schema)).write.mode("overwrite").options(**_SAME_BYTES).parquet(str(draft))
        (part,) = draft.glob("part-*")
        move(part, self._out / place_of(name) / _FILE)

    def dates(self, name: str) -> list[date]:
        """The partitions of a table that have rows."""
        return [day for day, _ in self._partitions(name)]

    def _partitions(self, name: str) -> Iterator[tuple[date, Path]]:
        found = sorted((self._out / place_of(name)).glob(f"*=*/{_FILE}"))
        return ((_day(path.parent), path.parent) for path in found)


def _day(partition: Path) -> date:
    return date.fromisoformat(partition.name.partition("=")[2])


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


def _nullable(schema: StructType, partition: str = "") -> list[Column]:
    """The columns, each of which may be null, as the schema says.

    Whether Spark can tell that a column is never null depends on how it plans, and shows in the bytes of a file. A
    condition that it cannot foresee keeps it from telling. The partition stays what it is: rows are sorted by it.
    """
    always = sf.spark_partition_id() >= 0
    return [sf.col(name) if name == partition else sf.when(always, sf.col(name)).alias(name) for name in schema.names]

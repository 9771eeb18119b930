"""Parquet tables with one file per partition. The same rows give the same bytes."""

import shutil
from collections.abc import Collection, Iterator
from datetime import date
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

from spark_audit.store.arrangement import arrange
from spark_audit.store.staging import move, sync
from spark_audit.store.tables import partition_of, place_of, schema_of

_FILE = "part-00000.parquet"
# parquet-java lists a column's encodings in the order of a hash set of enums, which differs from JVM to JVM. With these
# pages each column has one encoding only, so that two runs write the same bytes.
_SAME_BYTES = {"parquet.writer.version": "v2", "parquet.enable.dictionary": "false"}
# A day is small and read whole: the least and the greatest of each column took a third of its file.
_SMALL = {"compression": "zstd", "parquet.column.statistics.enabled": "false"}


class ParquetShelf:
    """The partitions below `out` as directories: what can be said and done without Spark."""

    def __init__(self, out: Path) -> None:
        """Nothing is looked at yet."""
        self._out = out

    def dates(self, name: str) -> list[date]:
        """The partitions of a table that have rows."""
        return [day for day, _ in self._partitions(name)]

    def drop(self, name: str, before: date) -> list[date]:
        """Delete the partitions of older dates; answers which."""
        old = [(day, path) for day, path in self._partitions(name) if day < before]
        for _, path in old:
            shutil.rmtree(path)
        return [day for day, _ in old]

    def forget(self, hours: int) -> None:
        """There is nothing but what is read: a file that is replaced is gone."""

    def _partitions(self, name: str) -> Iterator[tuple[date, Path]]:
        found = sorted((self._out / place_of(name)).glob(f"*=*/{_FILE}"))
        return ((_day(path.parent), path.parent) for path in found)


class ParquetStore(ParquetShelf):
    """The tables below `out`, a directory that driver and executors share; drafts are written to `aside` in it."""

    def __init__(self, spark: SparkSession, out: Path, aside: Path) -> None:
        """Both directories must be on one file system, so that a draft can be moved into its place in one step."""
        super().__init__(out)
        self._spark, self._aside = spark, aside

    def read(self, name: str, dates: Collection[date] | None = None) -> DataFrame:
        """The rows of a table, of all its partitions or of those named."""
        schema, table = schema_of(name), self._out / place_of(name)
        kept = [path for day, path in self._partitions(name) if dates is None or day in dates]
        if not kept:
            # The limit tells Spark that there is nothing, so that it plans nothing of what is built on it.
            return self._spark.createDataFrame([], schema).limit(0)
        files = self._spark.read.schema(schema).option("basePath", str(table)).parquet(*map(str, kept))
        return files.select(*schema.names)

    def replace_dates(self, name: str, rows: DataFrame, dates: Collection[date] = ()) -> None:
        """Replace the partitions of `rows`; one file each is what makes the step atomic."""
        schema, table = schema_of(name), self._out / place_of(name)
        column, draft = partition_of(schema), self._aside / f"table-{name}"
        ordered = arrange(rows, schema)
        ordered.write.mode("overwrite").options(**_SAME_BYTES, **_SMALL).partitionBy(column).parquet(str(draft))
        written = sorted(draft.glob(f"{column}=*"))
        for partition in written:
            (part,) = partition.glob("*.parquet")
            sync(part)
            move(part, table / partition.name / _FILE)
        for day in set(dates) - {_day(partition) for partition in written}:
            (table / f"{column}={day}" / _FILE).unlink(missing_ok=True)
        shutil.rmtree(draft)


def _day(partition: Path) -> date:
    return date.fromisoformat(partition.name.partition("=")[2])

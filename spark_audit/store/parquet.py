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
# parquet-java lists a column's encodings in the order of a hash set, which differs from JVM to JVM. With these settings
# each column has only one encoding, so that two runs write the same bytes.
_SAME_BYTES = {"parquet.writer.version": "v2", "parquet.enable.dictionary": "false"}
# Files of a day are small and read whole. Column statistics would be of no use and take a third of the file.
_SMALL = {"compression": "zstd", "parquet.column.statistics.enabled": "false"}


class ParquetShelf:
    """The partitions below `out` as directories: what needs no Spark."""

    def __init__(self, out: Path) -> None:
        """Nothing is looked at yet."""
        self._out = out

    def dates(self, name: str) -> list[date]:
        """The partitions of a table that have rows."""
        return [day for day, _ in self._partitions(name)]

    def drop(self, name: str, before: date) -> list[date]:
        """Delete and return the partitions before a date."""
        old = [(day, path) for day, path in self._partitions(name) if day < before]
        for _, path in old:
            shutil.rmtree(path)
        return [day for day, _ in old]

    def forget(self, hours: int) -> None:
        """Nothing to do: replaced files are already gone."""

    def _partitions(self, name: str) -> Iterator[tuple[date, Path]]:
        found = sorted((self._out / place_of(name)).glob(f"*=*/{_FILE}"))
        return ((_day(path.parent), path.parent) for path in found)


class ParquetStore(ParquetShelf):
    """The tables below `out`, a directory that driver and executors share. Drafts are written to `aside`."""

    def __init__(self, spark: SparkSession, out: Path, aside: Path) -> None:
        """Both directories must be on one file system, because drafts are put in place by renaming."""
        super().__init__(out)
        self._spark, self._aside = spark, aside

    def read(self, name: str, dates: Collection[date] | None = None) -> DataFrame:
        """See `TableStore`."""
        schema, table = schema_of(name), self._out / place_of(name)
        kept = [path for day, path in self._partitions(name) if dates is None or day in dates]
        if not kept:
            # With limit(0) Spark's optimizer knows that there are no rows, and drops whatever is built on them.
            return self._spark.createDataFrame([], schema).limit(0)
        files = self._spark.read.schema(schema).option("basePath", str(table)).parquet(*map(str, kept))
        return files.select(*schema.names)

    def replace_dates(self, name: str, rows: DataFrame, dates: Collection[date] = ()) -> None:
        """See `TableStore`. Each partition is one file, so renaming it replaces the partition atomically."""
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

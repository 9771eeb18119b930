"""Delta Lake tables: all dates of a table are replaced in one commit, and other programs may read meanwhile."""

from collections.abc import Collection, Iterable
from datetime import date
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import StructType

from spark_audit.store.arrangement import arrange
from spark_audit.store.tables import TABLES, partition_of, place_of, schema_of

PACKAGE = "io.delta:delta-spark_4.1_2.13:4.4.0"
_EXTENSION = "io.delta.sql.DeltaSparkSessionExtension"
SETTINGS = {
    "spark.sql.extensions": _EXTENSION,
    "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
    # Otherwise the table's log holds the least and greatest texts of every file: names that an erasure would miss.
    "spark.databricks.delta.properties.defaults.dataSkippingNumIndexedCols": "0",
    # `forget(0)` deletes replaced files at once. That is safe because only one run at a time writes.
    "spark.databricks.delta.retentionDurationCheck.enabled": "false",
    # Tables are small, one file per date: hundreds of tasks to read their log and directories would be wasteful.
    "spark.databricks.delta.snapshotPartitions": "2",
    "spark.sql.sources.parallelPartitionDiscovery.parallelism": "8",
}


class DeltaStore:
    """The tables below `out`, a directory that driver and executors share."""

    def __init__(self, spark: SparkSession, out: Path) -> None:
        """`spark` must have been started with SETTINGS."""
        self._spark, self._out = spark, out

    def read(self, name: str, dates: Collection[date] | None = None) -> DataFrame:
        """See `TableStore`."""
        schema = schema_of(name)
        if not self._exists(name) or (dates is not None and not dates):
            return self._spark.createDataFrame([], schema).limit(0)
        rows = _as_now(self._spark.read.format("delta").load(self._place(name)), schema)
        return rows if dates is None else rows.where(_among(partition_of(schema), dates))

    def replace_dates(self, name: str, rows: DataFrame, dates: Collection[date] = ()) -> None:
        """See `TableStore`; here, all partitions change in one commit."""
        schema = schema_of(name)
        column = partition_of(schema)
        which = {"replaceWhere": _among(column, dates)} if dates else {"partitionOverwriteMode": "dynamic"}
        # A version that adds a column adds it to the tables that are there.
        writer = arrange(rows, schema).write.format("delta").mode("overwrite").options(mergeSchema="true", **which)
        writer.partitionBy(column).save(self._place(name))

    def dates(self, name: str) -> list[date]:
        """The partitions of a table that have rows."""
        if not self._exists(name):
            return []
        files = self._spark.read.format("delta").load(self._place(name)).inputFiles()
        column = partition_of(schema_of(name))
        return sorted({date.fromisoformat(unquote(file).split(f"/{column}=")[-1][:10]) for file in files})

    def drop(self, name: str, before: date) -> list[date]:
        """Delete and return the partitions before a date. Their files stay until `forget`."""
        old = [day for day in self.dates(name) if day < before]
        if old:
            self.replace_dates(name, self.read(name, ()), old)
        return old

    def forget(self, hours: int) -> None:
        """Delete files that no version of the last `hours` needs: replaced ones, and those of killed runs."""
        for table in filter(self._exists, TABLES):
            self._spark.sql(f"vacuum delta.`{self._place(table)}` retain {hours} hours")

    def _place(self, name: str) -> str:
        return str((self._out / place_of(name)).absolute())  # Delta's SQL takes absolute paths only

    def _exists(self, name: str) -> bool:
        return (self._out / place_of(name) / "_delta_log").is_dir()


def available(spark: SparkSession) -> bool:
    """Whether this Spark has the jars of Delta Lake."""
    inside = cast(Any, spark)
    return bool(inside._jvm.org.apache.spark.util.Utils.classIsLoadable(_EXTENSION))


def _as_now(rows: DataFrame, schema: StructType) -> DataFrame:
    """The columns of the schema, null where the table is older than a column or a part of one."""
    there = {field.name: field.dataType for field in rows.schema}
    same = all(there.get(field.name) == field.dataType for field in schema)
    return rows.select(*schema.names) if same else rows.to(schema)


def _among(column: str, dates: Iterable[date]) -> str:
    listed = ", ".join(f"date'{day}'" for day in sorted(dates))
    return f"{column} in ({listed})"

"""Caches frames that several queries use. Only for little data, where a plan costs more than its rows."""

from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession

from spark_audit import session


class SharedFrames:
    """Frames cached on disk until `release`. With much data, nothing is cached: there plans are cheaper than rows.

    Not in memory: with large roles, the rows of `holders` are many and took the memory that tables need.
    """

    def __init__(self, spark: SparkSession) -> None:
        """Nothing is held yet."""
        self._spark, self._held = spark, list[DataFrame]()

    def cache(self, rows: DataFrame) -> DataFrame:
        """The same rows, computed. An empty frame is returned as limit(0), which lets Spark drop all that is built on
        it."""
        if not session.is_little(self._spark):
            return rows
        held = rows.persist(StorageLevel.DISK_ONLY)
        if held.count():
            self._held.append(held)
            return held
        held.unpersist()
        return self._spark.createDataFrame([], rows.schema).limit(0)

    def release(self) -> None:
        """Free all cached frames."""
        for rows in self._held:
            rows.unpersist()
        self._held.clear()

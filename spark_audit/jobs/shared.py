"""What several parts of a query ask for, worked out once: on little data, where each plan costs more than its rows."""

from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession

from spark_audit import session


class Shared:
    """Rows on the disk until `let_go`, in Spark's own form: where roles have many members, who held what is many rows,
    and in memory they took the place that tables need. Much data stays as it is: there plans are cheaper than rows."""

    def __init__(self, spark: SparkSession) -> None:
        """Nothing is held yet."""
        self._spark, self._held = spark, list[DataFrame]()

    def once(self, rows: DataFrame) -> DataFrame:
        """The same rows, worked out by now. Of what has none Spark is told so, and plans nothing of what is built on
        it."""
        if not session.is_little(self._spark):
            return rows
        held = rows.persist(StorageLevel.DISK_ONLY)
        if held.count():
            self._held.append(held)
            return held
        held.unpersist()
        return self._spark.createDataFrame([], rows.schema).limit(0)

    def let_go(self) -> None:
        """Delete them."""
        for rows in self._held:
            rows.unpersist()
        self._held.clear()

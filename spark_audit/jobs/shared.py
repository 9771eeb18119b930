"""What several parts of a query ask for, worked out once: on little data, where each plan costs more than its rows."""

from pyspark.sql import DataFrame, SparkSession

from spark_audit import session


class Shared:
    """Rows in memory until `let_go`. Much data stays as it is: there memory is what is short, not time for plans."""

    def __init__(self, spark: SparkSession) -> None:
        """Nothing is held yet."""
        self._spark, self._held = spark, list[DataFrame]()

    def once(self, rows: DataFrame) -> DataFrame:
        """The same rows, worked out by now. Of what has none Spark is told so, and plans nothing of what is built on
        it."""
        if not session.is_little(self._spark):
            return rows
        held = rows.persist()
        if held.count():
            self._held.append(held)
            return held
        held.unpersist()
        return self._spark.createDataFrame([], rows.schema).limit(0)

    def let_go(self) -> None:
        """Free the memory."""
        for rows in self._held:
            rows.unpersist()
        self._held.clear()

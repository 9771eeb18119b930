"""Grants that may be used where no broker logs it: absence from the log does not prove that they are unused."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import GRANT_STATUS, names


def without_proof(status: DataFrame, used: DataFrame, reason: str) -> DataFrame:
    """Rows of GRANT_STATUS in which no grant of `used` (column `grant`) is unused or redundant; `why` is the reason.

    `unused` becomes `unknown`, `redundant` becomes `used`. `essential` stays: a use in the log is proof enough.
    """
    marked = status.join(sf.broadcast(used.withColumn("elsewhere", sf.lit(True))), "grant", "left")
    concerned = sf.col("elsewhere").isNotNull() & sf.col("granted") & sf.col("why").isNull()
    weaker = sf.when(sf.col("status") == "unused", "unknown").when(sf.col("status") == "redundant", "used")
    weakened = marked.withColumns(
        {
            "status": sf.coalesce(sf.when(concerned, weaker), "status"),
            "why": sf.when(concerned, reason).otherwise(sf.col("why")),
        }
    )
    return weakened.select(*names(GRANT_STATUS))

"""Grants of which silence at the brokers proves nothing, because they are used where no broker tells of it."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import GRANT_STATUS, names


def without_proof(status: DataFrame, used: DataFrame, reason: str) -> DataFrame:
    """Rows of GRANT_STATUS in which nothing of `used` (grant) is called unused or redundant; their `why` is the reason.

    What brokers saw stays as it is: one sole use makes a grant essential all the same.
    """
    marked = status.join(sf.broadcast(used.withColumn("elsewhere", sf.lit(True))), "grant", "left")
    there = sf.col("elsewhere").isNotNull() & sf.col("granted") & sf.col("why").isNull()
    weaker = sf.when(sf.col("status") == "unused", "unknown").when(sf.col("status") == "redundant", "used")
    told = marked.withColumns(
        {
            "status": sf.coalesce(sf.when(there, weaker), "status"),
            "why": sf.when(there, reason).otherwise(sf.col("why")),
        }
    )
    return told.select(*names(GRANT_STATUS))

"""Activity per user, credential, address and hour: findings about dormant and unusual accounts are made from it."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import ACTIVITY_DAILY, names
from spark_audit.transforms.gold.denials import DENIED, PROBE


def activity_daily(silver: DataFrame) -> DataFrame:
    """Rows of ACTIVITY_DAILY: events let in, sign-ins included. A merged event counts in the hour in which it began."""
    let_in = silver.where((sf.col("kind") != PROBE) & (sf.col("dec") != DENIED) & (sf.col("user") != ""))
    hour = sf.expr("cast(time div 3600000 % 24 as int)").alias("hour")
    grouped = let_in.groupBy("date", "cluster", "user", "cred", "ip", sf.col("act").alias("action"), hour)
    daily = grouped.agg(sf.sum("n").alias("n"), sf.min("time").alias("first"), sf.max("t_end").alias("last"))
    return daily.select(*names(ACTIVITY_DAILY))

"""How much of what the brokers logged has arrived: each boot of a broker numbers its events from 1."""

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as sf

from spark_audit.schemas import COVERAGE, names


def by_boot(silver: DataFrame) -> DataFrame:
    """boot, date, cluster → events, lost. A gap counts on the date of the event behind it.

    A boot belongs to the cluster that most of its events name.
    """
    before = sf.lag("seq", 1, 0).over(Window.partitionBy("boot").orderBy("seq"))
    gaps = silver.select("boot", "date", "seq", (sf.col("seq") - before - 1).alias("lost"))
    counted = gaps.groupBy("boot", "date").agg(sf.count("*").alias("events"), sf.sum("lost").alias("lost"))
    clusters = silver.where("cluster <> ''").groupBy("boot").agg(sf.mode("cluster", True).alias("cluster"))
    return counted.join(clusters, "boot", "left").select("boot", "date", "cluster", "events", "lost")


def by_cluster(boots: DataFrame) -> DataFrame:
    """Rows of COVERAGE for the boots and dates given."""
    totals = boots.groupBy("cluster").agg(
        sf.count_distinct("boot").alias("boots"), sf.sum("events").alias("events"), sf.sum("lost").alias("lost")
    )
    return totals.withColumn("coverage_percent", percent()).select(*names(COVERAGE))


def percent() -> Column:
    """Percent of `events` in `events + lost`, rounded down to hundredths so that 98.999 never reads 99."""
    return sf.expr("(10000 * events) div (events + lost)") / sf.lit(100.0)

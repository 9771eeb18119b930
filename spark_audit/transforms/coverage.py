"""How much of what the brokers logged has arrived: each start of a broker numbers its events from 1."""

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as sf

from spark_audit.schemas import COVERAGE, COVERAGE_DAILY, SEQUENCES, names


def sequences(silver: DataFrame) -> DataFrame:
    """Rows of SEQUENCES: the numbers of each day and start of a broker, as ranges without a gap.

    Events of Pulsar's own log prove use; how much of it is missing there, nobody can tell.
    """
    place = sf.row_number().over(Window.partitionBy("date", "boot").orderBy("seq"))
    numbered = silver.where("source = 'plugin'")
    islands = numbered.select("date", "boot", "cluster", "seq", (sf.col("seq") - place).alias("island"))
    named = sf.when(sf.col("cluster") != "", sf.col("cluster"))
    ranges = islands.groupBy("date", "boot", "island").agg(
        sf.min("seq").alias("start"), sf.max("seq").alias("end"), sf.mode(named, True).alias("cluster")
    )
    return ranges.select(*names(SEQUENCES))


def coverage_daily(ranges: DataFrame) -> DataFrame:
    """date, boot, cluster, events, lost of SEQUENCES. A gap counts on the date of the range behind it.

    A start belongs to the cluster that most of its events name.
    """
    earlier = Window.partitionBy("boot").orderBy("start", "end", "date").rowsBetween(Window.unboundedPreceding, -1)
    before = sf.coalesce(sf.max("end").over(earlier), sf.lit(0))
    size = sf.col("end") - sf.col("start") + 1
    counted = ranges.select(
        "date", "boot", size.alias("events"), sf.greatest(sf.col("start") - before - 1, sf.lit(0)).alias("lost")
    )
    daily = counted.groupBy("date", "boot").agg(sf.sum("events").alias("events"), sf.sum("lost").alias("lost"))
    named = ranges.where("cluster is not null").groupBy("boot", "cluster").agg(sf.sum(size).alias("size"))
    clusters = named.groupBy("boot").agg(sf.max_by("cluster", sf.struct("size", "cluster")).alias("cluster"))
    return daily.join(clusters, "boot", "left").select(*names(COVERAGE_DAILY)[1:])


def by_cluster(daily: DataFrame) -> DataFrame:
    """Rows of COVERAGE for the dates and starts given."""
    totals = daily.groupBy("cluster").agg(
        sf.count_distinct("boot").alias("boots"), sf.sum("events").alias("events"), sf.sum("lost").alias("lost")
    )
    return totals.withColumn("coverage_percent", percent()).select(*names(COVERAGE))


def percent() -> Column:
    """Percent of `events` in `events + lost`, rounded down to hundredths so that 98.999 never reads 99."""
    return sf.expr("(10000 * events) div (events + lost)") / sf.lit(100.0)

"""How much of the log has arrived. Each start of a broker numbers its events from 1, so a missing number is a loss."""

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as sf

from spark_audit.schemas import COVERAGE, COVERAGE_DAILY, SEQUENCES, names

_START = ("date", "boot")


def sequences(silver: DataFrame) -> DataFrame:
    """Rows of SEQUENCES: the numbers of each day and start of a broker, as ranges without a gap.

    Only events of the plugin: lines of Pulsar's own log have no numbers, so their losses cannot be counted.
    """
    pieces = _pieces(_words(silver.where("source = 'plugin'")))
    # Pieces with an equal start (one word, several clusters) belong to one range; their order does not matter.
    earlier = Window.partitionBy(*_START).orderBy("start").rowsBetween(Window.unboundedPreceding, -1)
    follows = sf.col("start") <= sf.coalesce(sf.max("end").over(earlier), sf.lit(-1)) + 1
    marked = pieces.withColumn("begins", sf.when(follows, 0).otherwise(1))
    so_far = Window.partitionBy(*_START).orderBy("start").rangeBetween(Window.unboundedPreceding, 0)
    islands = marked.withColumn("island", sf.sum("begins").over(so_far))
    named = islands.groupBy(*_START, "island", "cluster").agg(
        sf.min("start").alias("start"), sf.max("end").alias("end"), sf.sum("size").alias("size"),
        sf.sum("conflicting").alias("conflicting"),
    )  # fmt: skip
    most = sf.when(sf.col("cluster") != "", sf.struct(-sf.col("size"), "cluster"))
    ranges = named.groupBy(*_START, "island").agg(
        sf.min("start").alias("start"), sf.max("end").alias("end"), sf.min_by("cluster", most).alias("cluster"),
        sf.sum("conflicting").alias("conflicting"),
    )  # fmt: skip
    return ranges.select(*names(SEQUENCES))


def _words(events: DataFrame) -> DataFrame:
    """The numbers as bits, 64 to a `word`, one word per cluster that the events name: so few rows have to be sorted."""
    bit = sf.call_function("shiftleft", sf.lit(1).cast("bigint"), sf.expr("cast(seq % 64 as int)"))
    block = sf.expr("seq div 64 * 64").alias("block")
    return events.groupBy(*_START, "cluster", block).agg(sf.bit_or(bit).alias("word"), sf.count("*").alias("rows"))


def _pieces(words: DataFrame) -> DataFrame:
    """cluster, start, end, size (numbers of this cluster), conflicting (events of the block beyond one for each number,
    in one of its pieces). A word that all clusters together fill is one piece; of any other word, each bit is."""
    block = Window.partitionBy(*_START, "block").rowsBetween(Window.unboundedPreceding, Window.unboundedFollowing)
    whole, first = sf.bit_or("word").over(block), sf.min("cluster").over(block) == sf.col("cluster")
    more = sf.when(first, sf.sum("rows").over(block) - sf.bit_count(whole)).otherwise(0)
    counted = words.withColumns({"filled": whole == -1, "more": more})
    bits = sf.filter(sf.sequence(sf.lit(0), sf.lit(63)), lambda bit: sf.getbit("word", bit) == 1)
    pieces = sf.when(
        sf.col("filled"), sf.array(_piece(sf.lit(0), sf.lit(63), sf.bit_count("word"), sf.lit(0)))
    ).otherwise(sf.transform(bits, lambda bit, place: _piece(bit, bit, sf.lit(1), place)))
    return counted.select(*_START, "cluster", "block", "more", pieces.alias("pieces")).select(
        *_START, "cluster", sf.inline("pieces")
    )


def _piece(first: Column, last: Column, size: Column, place: Column) -> Column:
    """A piece of the word that begins at `block`: bits `first` to `last`. `place`: among the pieces of the word."""
    start, end = sf.col("block") + first, sf.col("block") + last
    conflicting = sf.when(place == 0, sf.col("more")).otherwise(0).cast("bigint").alias("conflicting")
    return sf.struct(start.alias("start"), end.alias("end"), size.cast("bigint").alias("size"), conflicting)


def coverage_daily(ranges: DataFrame, known: DataFrame | None = None) -> DataFrame:
    """date, boot, cluster, events, lost, from rows of SEQUENCES. A gap counts on the date of the range after it.

    A start belongs to the cluster that most of its events name. `known`: judge this by these instead of `ranges`.
    """
    earlier = Window.partitionBy("boot").orderBy("start", "end", "date").rowsBetween(Window.unboundedPreceding, -1)
    before = sf.coalesce(sf.max("end").over(earlier), sf.lit(0))
    size = sf.col("end") - sf.col("start") + 1
    again = sf.greatest(sf.least("end", before) - sf.col("start") + 1, sf.lit(0))  # numbers that an earlier day has
    counted = ranges.select(
        "date", "boot", (size - again).alias("events"),
        sf.greatest(sf.col("start") - before - 1, sf.lit(0)).alias("lost"),
        (again + sf.coalesce("conflicting", sf.lit(0))).alias("conflicting"),
    )  # fmt: skip
    daily = counted.groupBy("date", "boot").agg(*_sums())
    telling = (ranges if known is None else known).where("cluster is not null")
    named = telling.groupBy("boot", "cluster").agg(sf.sum(size).alias("size"))
    clusters = named.groupBy("boot").agg(sf.max_by("cluster", sf.struct("size", "cluster")).alias("cluster"))
    return daily.join(clusters, "boot", "left").select(*names(COVERAGE_DAILY)[1:])


def by_cluster(daily: DataFrame) -> DataFrame:
    """Rows of COVERAGE for the dates and starts given."""
    totals = daily.groupBy("cluster").agg(sf.count_distinct("boot").alias("boots"), *_sums())
    return totals.withColumn("coverage_percent", percent()).select(*names(COVERAGE))


def _sums() -> list[Column]:
    return [sf.sum(column).alias(column) for column in ("events", "lost", "conflicting")]


def percent() -> Column:
    """Percent of `events` in `events + lost`, rounded down to hundredths, so that 98.999 does not become 99."""
    return sf.expr("(10000 * events) div (events + lost)") / sf.lit(100.0)

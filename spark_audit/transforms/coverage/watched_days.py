"""On which days each cluster's log was watched: only there silence says something."""

from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as sf

from spark_audit.schemas import WATCHED_DAYS, names
from spark_audit.transforms.coverage.sequence_numbers import percent

SILENT_DAYS = 14
"""So long a start of a broker may have logged nothing and be taken for idle, if no number is missing behind it."""

Span = tuple[date, date]
"""First and last date that is judged."""
_SPAN = ("since", "until")


def watched_days(ranges: DataFrame, spans: Sequence[Span], min_coverage: float) -> DataFrame:
    """since and rows of WATCHED_DAYS, for each span what the log said of its days when it ended.

    `ranges`: SEQUENCES, those before a span too. Nothing that was logged behind a span has a part in its rows.

    A day is watched when the cluster's log goes on from the day before to the day after, and of each start of a broker
    that was at work `min_coverage` percent arrived. A start is at work on each day with an event, and on those between
    two of them, SILENT_DAYS at most; where numbers are missing between the two, these days are not watched.
    """
    whole = sf.filter(sf.array_except("live", "poor"), lambda day: _goes_on(day) & (day >= sf.col("since")))
    told = logs(ranges, spans, min_coverage).withColumns(
        {"coverage_percent": sf.coalesce(_percent(), sf.lit(0.0)), "days": sf.array_sort(whole)}
    )
    return told.select("since", *names(WATCHED_DAYS))


def logs(ranges: DataFrame, spans: Sequence[Span], min_coverage: float) -> DataFrame:
    """since, until, cluster, events and lost of the span; live, poor: days on which a start was at work, those before
    the span too, and of which too little arrived."""
    numbered = _numbered(_known(ranges, spans))
    by_start = _by_start(numbered).join(_homes(numbered), [*_SPAN, "boot"], "inner")
    inside = sf.col("day") >= sf.col("since")
    arrived = [sf.sum(sf.when(inside, sf.col(name)).otherwise(0)).alias(name) for name in ("events", "lost")]
    poor = sf.col("missing") | (
        sf.col("events") * 100 < (sf.col("events") + sf.col("lost")) * sf.lit(float(min_coverage))
    )
    return by_start.groupBy(*_SPAN, "cluster").agg(
        sf.collect_set("day").alias("live"), sf.collect_set(sf.when(poor, sf.col("day"))).alias("poor"), *arrived
    )


def last_begin(days: Sequence[date]) -> date:
    """The first of the days, which are in order, behind which no pause is longer than SILENT_DAYS."""
    for earlier, later in reversed([*pairwise(days)]):
        if (later - earlier).days > SILENT_DAYS + 1:
            return later
    return days[0]


def _known(ranges: DataFrame, spans: Sequence[Span]) -> DataFrame:
    """Of each span what had been logged by its end."""
    each = sf.array(*[sf.struct(*(sf.lit(day).alias(name) for name, day in zip(_SPAN, span, strict=True)))
                      for span in spans])  # fmt: skip
    return (
        ranges.select("*", sf.explode(each).alias("span")).where("date <= span.until").select("span.*", *ranges.columns)
    )


def _numbered(known: DataFrame) -> DataFrame:
    """With the date of the range before, how many numbers are missing in front, and how many there are."""
    order = Window.partitionBy(*_SPAN, "boot").orderBy("start", "end", "date")
    before = sf.coalesce(sf.max("end").over(order.rowsBetween(Window.unboundedPreceding, -1)), sf.lit(0))
    return known.withColumns(
        {
            "before": sf.lag("date").over(order),
            "lost": sf.greatest(sf.col("start") - before - 1, sf.lit(0)),
            "events": sf.col("end") - sf.col("start") + 1,
        }
    )


def _homes(numbered: DataFrame) -> DataFrame:
    """The cluster that most of a start's events name."""
    named = numbered.where("cluster is not null").groupBy(*_SPAN, "boot", "cluster")
    sizes = named.agg(sf.sum("events").alias("size"))
    return sizes.groupBy(*_SPAN, "boot").agg(sf.max_by("cluster", sf.struct("size", "cluster")).alias("cluster"))


def _by_start(numbered: DataFrame) -> DataFrame:
    """day, events, lost, missing (something of other days may be): of the days on which a start was at work."""
    apart = sf.date_diff("date", "before")
    between = sf.when(
        (apart > 1) & (apart <= SILENT_DAYS + 1),
        sf.sequence(sf.date_add("before", 1), sf.date_sub("date", 1)),
    ).otherwise(sf.array().cast("array<date>"))
    own = sf.array(sf.struct(sf.col("date").alias("day"), "events", "lost", sf.lit(False).alias("missing")))
    nothing, holes = sf.lit(0).cast("bigint"), sf.col("lost") > 0
    idle = sf.transform(
        between,
        lambda day: sf.struct(day.alias("day"), nothing.alias("events"), nothing.alias("lost"), holes.alias("missing")),
    )
    days = numbered.select(*_SPAN, "boot", sf.inline(sf.concat(own, idle)))
    return days.groupBy(*_SPAN, "boot", "day").agg(
        sf.sum("events").alias("events"), sf.sum("lost").alias("lost"), sf.max("missing").alias("missing")
    )


def _goes_on(day: Column) -> Column:
    """True where the log of `live` comes from the day before and goes to the day after."""
    return sf.array_contains("live", sf.date_sub(day, 1)) & sf.array_contains("live", sf.date_add(day, 1))


def _percent() -> Column:
    return sf.when(sf.col("events") > 0, percent())

"""On which days each cluster's log was watched. Absence of use proves nothing on other days."""

from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as sf

from spark_audit.schemas import WATCHED_DAYS, names
from spark_audit.transforms.coverage.sequence_numbers import percent

SILENT_DAYS = 14
"""A start of a broker that logs nothing for up to this many days was idle, if its next event misses no number in front
of it. A longer silence counts as a pause of the log."""

Span = tuple[date, date]
"""First and last date of a range that is judged, both included."""
_SPAN = ("since", "until")


def watched_days(ranges: DataFrame, spans: Sequence[Span], min_coverage: float) -> DataFrame:
    """`since` and rows of WATCHED_DAYS, for each span as they would have been computed on its last day.

    `ranges`: rows of SEQUENCES, including those before the spans. Rows after the end of a span do not affect it.

    A day is watched when some start of a broker was at work on it, on the day before and on the day after, and
    `min_coverage` percent arrived of each start at work on it. A start is at work on each date with an event, and on
    the dates between two of its events if these are at most SILENT_DAYS. If numbers are missing between the two events,
    the dates between them are not watched.
    """
    whole = sf.filter(sf.array_except("live", "poor"), lambda day: _goes_on(day) & (day >= sf.col("since")))
    watched = logs(ranges, spans, min_coverage).withColumns(
        {"coverage_percent": sf.coalesce(_percent(), sf.lit(0.0)), "days": sf.array_sort(whole)}
    )
    return watched.select("since", *names(WATCHED_DAYS))


def logs(ranges: DataFrame, spans: Sequence[Span], min_coverage: float) -> DataFrame:
    """since, until, cluster, events, lost, live, poor: one row per span and cluster.

    `live`: dates on which a start was at work, including those before the span. `poor`: dates of which too little
    arrived. `events` and `lost` count inside the span only.
    """
    numbered = _numbered(_known(ranges, spans))
    by_start = _by_start(numbered).join(_homes(numbered), [*_SPAN, "boot"], "inner")
    inside = sf.col("day") >= sf.col("since")
    arrived = [sf.sum(sf.when(inside, sf.col(column)).otherwise(0)).alias(column) for column in ("events", "lost")]
    poor = sf.col("missing") | (
        sf.col("events") * 100 < (sf.col("events") + sf.col("lost")) * sf.lit(float(min_coverage))
    )
    return by_start.groupBy(*_SPAN, "cluster").agg(
        sf.collect_set("day").alias("live"), sf.collect_set(sf.when(poor, sf.col("day"))).alias("poor"), *arrived
    )


def last_begin(days: Sequence[date]) -> date:
    """The first day after the last pause longer than SILENT_DAYS. `days` must be in order."""
    for earlier, later in reversed([*pairwise(days)]):
        if (later - earlier).days > SILENT_DAYS + 1:
            return later
    return days[0]


def _known(ranges: DataFrame, spans: Sequence[Span]) -> DataFrame:
    """The ranges up to the end of each span, with its since and until."""
    each = sf.array(*[sf.struct(*(sf.lit(day).alias(column) for column, day in zip(_SPAN, span, strict=True)))
                      for span in spans])  # fmt: skip
    return (
        ranges.select("*", sf.explode(each).alias("span")).where("date <= span.until").select("span.*", *ranges.columns)
    )


def _numbered(known: DataFrame) -> DataFrame:
    """Adds `before` (date of the previous range), `lost` (numbers missing in front) and `events` (numbers in it)."""
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
    """boot → cluster: the one that most events of the start name."""
    named = numbered.where("cluster is not null").groupBy(*_SPAN, "boot", "cluster")
    sizes = named.agg(sf.sum("events").alias("size"))
    return sizes.groupBy(*_SPAN, "boot").agg(sf.max_by("cluster", sf.struct("size", "cluster")).alias("cluster"))


def _by_start(numbered: DataFrame) -> DataFrame:
    """boot, day, events, lost, missing: one row per date on which a start was at work.

    `missing`: a date without events, and numbers are missing in front of the next event, which may have been its own;
    or a date on which several events have one number: those of another machine may fill the gaps of this one.
    """
    apart = sf.date_diff("date", "before")
    between = sf.when(
        (apart > 1) & (apart <= SILENT_DAYS + 1),
        sf.sequence(sf.date_add("before", 1), sf.date_sub("date", 1)),
    ).otherwise(sf.array().cast("array<date>"))
    doubtful = sf.coalesce(sf.col("conflicting") > 0, sf.lit(False))
    own = sf.array(sf.struct(sf.col("date").alias("day"), "events", "lost", doubtful.alias("missing")))
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
    """True if `live` also has the day before and the day after."""
    return sf.array_contains("live", sf.date_sub(day, 1)) & sf.array_contains("live", sf.date_add(day, 1))


def _percent() -> Column:
    return sf.when(sf.col("events") > 0, percent())

"""Uses summed over dates, with one count per slice of time. Suggestions and back-tests are made from these."""

from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

COLUMNS = ("user", "op", "action", "resource", "grants", "counts", "subscriptions", "first", "last")


def sliced_uses(uses_daily: DataFrame, cuts: Sequence[date], since: date) -> DataFrame:
    """COLUMNS. `counts`: uses between each two neighbouring dates of `cuts`, the later date excluded. `subscriptions`:
    those of the same uses; null where they are not known of all.

    `first` and `last`: of the uses from `since` on; null if there are none.
    """
    recent = sf.col("date") >= sf.lit(since)
    summed = uses_daily.groupBy("user", "op", "action", "resource", "grants").agg(
        sf.array(*[_count(begin, end) for begin, end in pairwise(cuts)]).alias("counts"),
        sf.array(*[_named(begin, end) for begin, end in pairwise(cuts)]).alias("subscriptions"),
        sf.min(sf.when(recent, sf.col("first"))).alias("first"),
        sf.max(sf.when(recent, sf.col("last"))).alias("last"),
    )
    return summed.select(*COLUMNS)


def _count(begin: date, end: date) -> Column:
    return sf.sum(sf.when(_inside(begin, end), sf.col("n")).otherwise(0))


def _named(begin: date, end: date) -> Column:
    inside, names = _inside(begin, end), sf.col("subscriptions")
    known = ~sf.max(inside & names.isNull())
    subscriptions = sf.flatten(sf.collect_list(sf.when(inside & (sf.size(names) > 0), names)))
    return sf.when(known, sf.array_sort(sf.array_distinct(subscriptions)))


def _inside(begin: date, end: date) -> Column:
    return (sf.col("date") >= sf.lit(begin)) & (sf.col("date") < sf.lit(end))

"""Uses summed over dates, with one count per slice of time. Suggestions and back-tests are made from these."""

from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

COLUMNS = ("user", "op", "action", "resource", "grants", "counts", "first", "last")


def sliced_uses(uses_daily: DataFrame, cuts: Sequence[date], since: date) -> DataFrame:
    """COLUMNS. `counts`: uses between each two neighbouring dates of `cuts`, the later date excluded.

    `first` and `last`: of the uses from `since` on; null if there are none.
    """
    recent = sf.col("date") >= sf.lit(since)
    summed = uses_daily.groupBy("user", "op", "action", "resource", "grants").agg(
        sf.array(*[_inside(begin, end) for begin, end in pairwise(cuts)]).alias("counts"),
        sf.min(sf.when(recent, sf.col("first"))).alias("first"),
        sf.max(sf.when(recent, sf.col("last"))).alias("last"),
    )
    return summed.select(*COLUMNS)


def _inside(begin: date, end: date) -> Column:
    inside = (sf.col("date") >= sf.lit(begin)) & (sf.col("date") < sf.lit(end))
    return sf.sum(sf.when(inside, sf.col("n")).otherwise(0))

"""Counts the pairs of rows that each join of a query compares: those with equal keys, before any other condition.

Counting the output of a join would not show them: a pair that a further condition drops has been made all the same.
"""

from collections.abc import Iterator
from typing import Any, cast

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf
from pyspark.sql.classic.column import Column


def compared(rows: DataFrame) -> dict[str, int]:
    """Text of the join → pairs, for each join of the optimized plan. Computes both sides of each join once."""
    plan = cast(Any, rows)._jdf.queryExecution().optimizedPlan()
    try:
        return dict(_counted(rows, join) for join in _joins(plan))
    finally:
        rows.sparkSession.catalog.clearCache()


def _joins(plan: Any) -> Iterator[Any]:
    """All joins, the innermost first: their cached inputs serve the outer ones."""
    children = plan.children()
    for place in range(children.size()):
        yield from _joins(children.apply(place))
    if plan.nodeName() == "Join":
        yield plan


def _counted(rows: DataFrame, join: Any) -> tuple[str, int]:
    catalyst = cast(Any, rows.sparkSession)._jvm.org.apache.spark.sql.catalyst
    found = catalyst.planning.ExtractEquiJoinKeys.unapply(join)
    keys = (found.get()._2(), found.get()._3()) if found.isDefined() else (None, None)
    left, right = (_by_key(rows, side, of) for side, of in zip((join.left(), join.right()), keys, strict=True))
    both = left.join(right.withColumnRenamed("count", "others"), "key")
    pairs = both.agg(sf.sum(sf.col("count") * sf.col("others")).alias("pairs")).collect()[0]["pairs"]
    return str(join.simpleString(1000)), pairs or 0


def _by_key(rows: DataFrame, side: Any, keys: Any) -> DataFrame:
    """key → number of rows; without keys, all rows count under one."""
    classic = cast(Any, rows.sparkSession)._jvm.org.apache.spark.sql.classic
    session = cast(Any, rows.sparkSession)._jsparkSession
    made = DataFrame(classic.Dataset.ofRows(session, side), rows.sparkSession).cache()
    numbers = range(keys.size() if keys else 0)
    columns = [Column(classic.ExpressionUtils.column(keys.apply(at))).alias(f"key_{at}") for at in numbers]
    return made.groupBy(sf.to_json(sf.struct(*columns, sf.lit(0).alias("all"))).alias("key")).count()

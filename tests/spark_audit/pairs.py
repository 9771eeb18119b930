"""How many pairs of rows each join of a query has to compare: what its keys let through, before any other condition.

A row that a condition drops afterwards has been made all the same, so counting what comes out of a join shows nothing.
"""

from collections.abc import Iterator
from typing import Any, cast

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf
from pyspark.sql.classic.column import Column


def compared(rows: DataFrame) -> dict[str, int]:
    """Pairs by the text of the join, one for each join of the optimized plan. Computes both sides of each, once."""
    plan = cast(Any, rows)._jdf.queryExecution().optimizedPlan()
    try:
        return dict(_counted(rows, join) for join in _joins(plan))
    finally:
        rows.sparkSession.catalog.clearCache()


def _joins(plan: Any) -> Iterator[Any]:
    """The innermost first: what they are made of is kept for those around them."""
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
    """key → count of the rows that have it; without keys all rows have the same."""
    classic = cast(Any, rows.sparkSession)._jvm.org.apache.spark.sql.classic
    session = cast(Any, rows.sparkSession)._jsparkSession
    made = DataFrame(classic.Dataset.ofRows(session, side), rows.sparkSession).cache()
    numbers = range(keys.size() if keys else 0)
    columns = [Column(classic.ExpressionUtils.column(keys.apply(one))).alias(f"key_{one}") for one in numbers]
    return made.groupBy(sf.to_json(sf.struct(*columns, sf.lit(0).alias("all"))).alias("key")).count()

"""Evidence of findings: few rows, newest first, the same ones in every run over the same input."""

from collections.abc import Mapping, Sequence
from typing import Final, cast

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as sf
from pyspark.sql.types import StructType

from spark_audit.schemas import EVIDENCE

MOST: Final = 20
"""Most rows of evidence per finding."""

_ORDER: Final = ("date", "last", "first", "n", "user", "resource", "action", "cred", "ip", "decision")
"""Sort order of evidence: date and times first; the other columns only make the order definite."""
_TYPES: Final = {field.name: field.dataType.simpleString() for field in cast(StructType, EVIDENCE.elementType)}


def record(fields: Mapping[str, str]) -> Column:
    """One row of evidence as a struct that sorts by age: the newest is the largest.

    `fields`: SQL by column name; other columns are null. `draft` later puts the columns into the order of EVIDENCE.
    """
    columns = ", ".join(f"cast({fields.get(field, 'null')} as {_TYPES[field]}) as {field}" for field in _ORDER)
    return sf.expr(f"struct({columns})")


def use() -> Column:
    """A row of ACTIVITY_DAILY as evidence."""
    known = ("date", "user", "cred", "ip", "action", "n", "first", "last")
    return record({field: field for field in known} | {"decision": "1"})


def gather(rows: DataFrame, keys: Sequence[str], shown: Column, each: str = "") -> DataFrame:
    """`keys` → evidence: the newest rows with these keys. For groups of any size.

    `each`: a field of evidence. One row of each of its values is chosen before a second row of any value.
    """
    marked = rows.select(*keys, shown.alias("shown"))
    newest_first = sf.desc("shown")
    turn = sf.lit(1)
    if each:
        turn = sf.row_number().over(Window.partitionBy(*keys, f"shown.{each}").orderBy(newest_first))
    within = Window.partitionBy(*keys).orderBy("turn", newest_first)
    ranked = marked.withColumn("turn", turn).withColumn("rank", sf.row_number().over(within))
    kept = ranked.where(sf.col("rank") <= MOST)
    return kept.groupBy(*keys).agg(newest("shown").alias("evidence"))


def newest(shown: str | Column) -> Column:
    """Aggregate: the evidence from the rows of a small group, without nulls. For large groups, see `gather`."""
    return sf.slice(sf.sort_array(sf.collect_list(shown), asc=False), 1, MOST)


def shared_value(column: str) -> Column:
    """Aggregate: the value that all rows of a group share; null if they differ.

    Uses collect_set: with min or max of a text, Spark would sort all rows instead of aggregating by hash.
    """
    return sf.expr(f"if(size(collect_set({column})) = 1, collect_set({column})[0], null)")

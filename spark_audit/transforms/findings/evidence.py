"""The rows that a finding rests on: few, the newest first, and always the same ones."""

from collections.abc import Mapping, Sequence
from typing import Final, cast

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as sf
from pyspark.sql.types import StructType

from spark_audit.schemas import EVIDENCE

MOST: Final = 20
"""Rows of evidence that a finding keeps."""

_ORDER: Final = ("date", "last", "first", "n", "user", "resource", "action", "cred", "ip", "decision")
"""Which row counts as newer: the later one; after that any order that never changes."""
_TYPES: Final = {field.name: field.dataType.simpleString() for field in cast(StructType, EVIDENCE.elementType)}


def record(fields: Mapping[str, str]) -> Column:
    """One row of evidence, with what it is compared by in front: the newest is the largest. What is not known is null.

    `fields` are SQL. `drafted` puts them into the order of EVIDENCE.
    """
    told = ", ".join(f"cast({fields.get(name, 'null')} as {_TYPES[name]}) as {name}" for name in _ORDER)
    return sf.expr(f"struct({told})")


def gather(rows: DataFrame, keys: Sequence[str], shown: Column, each: str = "") -> DataFrame:
    """`keys` → evidence, of the rows that have the same keys, however many those are.

    `each`: a field of evidence; one row of each of its values comes before a second of any.
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
    """Aggregate: the evidence from rows of a group that is small, nulls left out. For other groups see `gathered`."""
    return sf.slice(sf.sort_array(sf.collect_list(shown), asc=False), 1, MOST)


def alone(column: str) -> Column:
    """Aggregate: the value that all rows of a group have; null when they differ.

    Of sets, because Spark sorts all rows by their group when asked for no more than a least or greatest text.
    """
    return sf.expr(f"if(size(collect_set({column})) = 1, collect_set({column})[0], null)")

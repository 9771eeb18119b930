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


def record(columns: Mapping[str, str | Column]) -> Column:
    """One row of evidence, with what it is compared by in front: the newest is the largest. What is not known is null.

    `drafted` puts its fields into the order of EVIDENCE.
    """
    return sf.struct(*[_field(columns, name).cast(_TYPES[name]).alias(name) for name in _ORDER])


def gathered(rows: DataFrame, keys: Sequence[str], shown: Column, each: str = "") -> DataFrame:
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
    """Aggregate: the value that all rows of a group have; null when they differ."""
    return sf.when(sf.min(column) == sf.max(column), sf.min(column))


def _field(columns: Mapping[str, str | Column], name: str) -> Column:
    given = columns.get(name)
    if given is None:
        return sf.lit(None)
    return sf.col(given) if isinstance(given, str) else given

"""What a store can do. A table has the name of its schema, in lower case."""

from collections.abc import Collection
from datetime import date
from typing import Final, Protocol

from pyspark.sql import DataFrame
from pyspark.sql.types import StructType

from spark_audit import schemas

_OUTSIDE_GOLD = {"events": "silver/events"} | {
    name: name for name in ("quarantine", "findings", "suggestions", "creep", "backtest")
}
_PARTITIONS = ("date", "until")


class Shelf(Protocol):
    """The partitions of all tables."""

    def dates(self, name: str) -> list[date]:
        """The partitions of a table that have rows."""

    def drop(self, name: str, before: date) -> list[date]:
        """Delete the partitions before a date; returns their dates."""

    def forget(self, hours: int) -> None:
        """Delete files that were replaced or dropped more than `hours` ago, if the store still has them."""


class TableStore(Shelf, Protocol):
    """Tables with one partition per `date`, or per `until` for what a run concluded about a window."""

    def read(self, name: str, dates: Collection[date] | None = None) -> DataFrame:
        """The rows of a table, of all partitions or only of `dates`; an empty frame if there is no such table yet.

        Name the dates where possible: then the cost of a run does not depend on how many days are kept.
        """

    def replace_dates(self, name: str, rows: DataFrame, dates: Collection[date] = ()) -> None:
        """Replace the partitions that occur in `rows`, each atomically, and empty those of `dates` that do not occur.

        If `dates` are given, `rows` must not have others. All other partitions stay as they are.
        """


def schema_of(name: str) -> StructType:
    """The schema of a table. Raises KeyError for an unknown name."""
    schema = vars(schemas)[name.upper()]
    if not isinstance(schema, StructType):
        raise KeyError(name)
    return schema


def place_of(name: str) -> str:
    """The directory of a table below the audit's directory."""
    return _OUTSIDE_GOLD.get(name, f"gold/{name}")


def partition_of(schema: StructType) -> str:
    """`date` or `until`. Raises KeyError for a table without partitions."""
    first = schema.names[0]
    if first not in _PARTITIONS:
        raise KeyError(first)
    return first


TABLES: Final = tuple(
    table_name.lower()
    for table_name, schema in sorted(vars(schemas).items())
    if isinstance(schema, StructType) and schema.names[0] in _PARTITIONS
)
"""Every table that a store keeps."""

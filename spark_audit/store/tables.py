"""What the jobs want of a store. A table is called like its schema, in lower case."""

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
    """What is kept, by date."""

    def dates(self, name: str) -> list[date]:
        """The partitions of a table that have rows."""

    def drop(self, name: str, before: date) -> list[date]:
        """Delete the partitions of older dates; answers which."""

    def forget(self, hours: int) -> None:
        """Delete what no reader of the last `hours` can need: what was replaced or dropped before."""


class TableStore(Shelf, Protocol):
    """Tables with one partition per `date` or, for what a run found, per `until`."""

    def read(self, name: str, dates: Collection[date] | None = None) -> DataFrame:
        """The rows of a table, of all its partitions or of those named; none, with its schema, when it is not there.

        Naming the dates keeps the cost of a run independent of how many days are kept.
        """

    def replace_dates(self, name: str, rows: DataFrame, dates: Collection[date] = ()) -> None:
        """Replace the partitions that occur in `rows`, each in one atomic step, and empty those of `dates` that do not.

        Rows have no other dates than `dates` when these are given. All other partitions stay as they are.
        """


def schema_of(name: str) -> StructType:
    """The schema of a table. Raises KeyError for what is no table."""
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
    name.lower()
    for name, schema in sorted(vars(schemas).items())
    if isinstance(schema, StructType) and schema.names[0] in _PARTITIONS
)
"""Every table that a store keeps."""

"""The types that columns of the tables have, and how a table is put down."""

from typing import Final

from pyspark.sql.types import (
    ArrayType,
    BooleanType,
    DataType,
    DateType,
    DoubleType,
    IntegerType,
    LongType,
    MapType,
    StringType,
    StructField,
    StructType,
)

TEXT, INT, LONG, DATE = StringType(), IntegerType(), LongType(), DateType()
YES, NUMBER = BooleanType(), DoubleType()
IDS, TEXTS, DATES = ArrayType(LongType()), ArrayType(StringType()), ArrayType(DateType())
NUMBERS, COUNTS = MapType(StringType(), DoubleType()), MapType(StringType(), LongType())


def table(**columns: DataType) -> StructType:
    """Columns in the order given, all of which may be null."""
    return StructType([StructField(name, kind) for name, kind in columns.items()])


def names(*tables: StructType) -> list[str]:
    """The column names of the tables, in order."""
    return [name for one in tables for name in one.names]


EVIDENCE: Final = ArrayType(
    table(
        date=DATE, user=TEXT, cred=TEXT, ip=TEXT, action=INT, resource=TEXT, decision=INT, n=LONG, first=LONG, last=LONG
    )
)
"""What a finding or a suggestion rests on: at most 20 rows, the newest first, in an order that does not change."""

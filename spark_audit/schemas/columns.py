"""Column types, and the helper that declares a table."""

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
    """A schema with these columns in this order; every column is nullable."""
    return StructType([StructField(name, kind) for name, kind in columns.items()])


def names(*tables: StructType) -> list[str]:
    """The column names of the tables, in order."""
    return [name for schema in tables for name in schema.names]


EVIDENCE: Final = ArrayType(
    table(
        date=DATE, user=TEXT, cred=TEXT, ip=TEXT, action=INT, resource=TEXT, decision=INT, n=LONG, first=LONG, last=LONG
    )
)
"""Evidence of a finding or suggestion: at most 20 rows, newest first, in the same order in every run."""

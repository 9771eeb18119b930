"""Parquet tables with one file per date. The same rows give the same bytes."""

from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf
from pyspark.sql.types import StructType

from spark_audit.sinks.staging import move

_FILE = "part-00000.parquet"
# parquet-java lists a column's encodings in the order of a hash set of enums, which differs from JVM to JVM. With these
# pages each column has one encoding only, so that two runs write the same bytes.
_SAME_BYTES = {"parquet.writer.version": "v2", "parquet.enable.dictionary": "false"}


def read(spark: SparkSession, table: Path, schema: StructType) -> DataFrame:
    """The rows of a table; none when it does not exist yet."""
    if not any(table.glob(f"date=*/{_FILE}")):
        return spark.createDataFrame([], schema)
    return spark.read.schema(schema).parquet(str(table)).select(*schema.names)


def replace_dates(rows: DataFrame, table: Path, aside: Path) -> int:
    """Replace the dates that occur in `rows`, each in one atomic step, and leave all other dates alone.

    Returns the number of dates. One file per date is what makes the step atomic; rows are sorted by every column.
    """
    draft = aside / f"table-{table.name}"
    order = [sf.col(name) for name in rows.columns]
    by_date = rows.repartition("date").sortWithinPartitions("date", *order)
    by_date.write.options(**_SAME_BYTES).partitionBy("date").parquet(str(draft))
    dates = sorted(draft.glob("date=*"))
    for date in dates:
        (part,) = date.glob("*.parquet")
        move(part, table / date.name / _FILE)
    return len(dates)


def replace_all(rows: DataFrame, file: Path, aside: Path) -> None:
    """Replace a small table that is one Parquet file."""
    move(_single(rows, "parquet", aside / f"table-{file.stem}"), file)


def replace_json_lines(rows: DataFrame, file: Path, aside: Path) -> None:
    """One sorted JSON object a line, nulls written, in one file: what the center imports."""
    line = sf.to_json(sf.struct(*rows.columns), {"ignoreNullFields": "false"}).alias("value")
    ordered = rows.repartition(1).sortWithinPartitions(*rows.columns).select(line)
    move(_single(ordered, "text", aside / f"lines-{file.stem}", sort=False), file)


def _single(rows: DataFrame, kind: str, draft: Path, sort: bool = True) -> Path:
    one = rows.repartition(1).sortWithinPartitions(*rows.columns) if sort else rows
    one.write.options(**_SAME_BYTES).format(kind).save(str(draft))
    (part,) = draft.glob("part-*")
    return part

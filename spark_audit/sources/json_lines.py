"""Text files with one JSON object a line → typed records, faults and exact line numbers, without Python workers."""

from collections.abc import Sequence

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import StringType, StructField, StructType

LONGEST_LINE = 65_536
"""Bytes; events have about 350. A longer line is set aside without being parsed."""

_RAW = "file string, path string, block long, row long, value string"
# Options also keep Spark from splitting from_json into one parse per column (OptimizeCsvJsonExprs).
_OPTIONS = {"mode": "PERMISSIVE", "columnNameOfCorruptRecord": "_corrupt"}


def read(spark: SparkSession, files: Sequence[str]) -> DataFrame:
    """The lines of `files` with what is needed to number them: file, path, block, row, value."""
    if not files:
        return spark.createDataFrame([], _RAW)
    lines = spark.read.option("lineSep", "\n").text(list(files))
    return lines.select(
        F.col("_metadata.file_name").alias("file"),
        F.col("_metadata.file_path").alias("path"),
        F.col("_metadata.file_block_start").alias("block"),
        F.monotonically_increasing_id().alias("row"),
        "value",
    )


def typed(lines: DataFrame, schema: StructType) -> DataFrame:
    """Adds `record` (struct of `schema`) and `fault`: null, blank, too_long, not_utf8, malformed or wrong_type."""
    # Wrapped in an object, text behind the record is an error too; alone, the parser would stop at its end unseen.
    wrapped = F.concat(F.lit('{"record":'), F.col("value"), F.lit("}"))
    envelope = StructType([StructField("record", schema), StructField("_corrupt", StringType())])
    checked = lines.withColumn("fault", _unreadable())
    parsed = checked.withColumn("json", F.when(F.col("fault").isNull(), F.from_json(wrapped, envelope, _OPTIONS)))
    return parsed.select(
        *lines.columns,
        F.col("json.record").alias("record"),
        F.coalesce("fault", _not_as_promised(wrapped)).alias("fault"),
    )


def _unreadable() -> Column:
    value = F.col("value")
    return (
        F.when(F.octet_length(value) > LONGEST_LINE, "too_long")
        .when(~F.is_valid_utf8(value), "not_utf8")
        .when(F.trim(F.translate(value, "\r\t", "  ")) == "", "blank")
    )


def _not_as_promised(wrapped: Column) -> Column:
    corrupt = F.col("json._corrupt").isNotNull()
    return F.when(corrupt & F.try_parse_json(wrapped).isNull(), "malformed").when(
        corrupt | F.col("json.record").isNull(), "wrong_type"
    )


def numbered(lines: DataFrame) -> DataFrame:
    """Adds `line`, counted from 1 in each file, also when Spark read a file in several blocks.

    `lines` must hold every line of the files: the number is the place in the block plus all lines of earlier blocks.
    """
    blocks = lines.groupBy("path", "block").agg(F.min("row").alias("start"), F.count("*").alias("size"))
    earlier = blocks.select(F.col("path").alias("of"), F.col("block").alias("before"), F.col("size").alias("skip"))
    joined = blocks.join(earlier, (F.col("path") == F.col("of")) & (F.col("before") < F.col("block")), "left")
    starts = joined.groupBy("path", "block", "start").agg(F.coalesce(F.sum("skip"), F.lit(0)).alias("skipped"))
    line = F.col("row") - F.col("start") + F.col("skipped") + 1
    return lines.join(F.broadcast(starts), ["path", "block"], "inner").withColumn("line", line)

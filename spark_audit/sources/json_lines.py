"""Reads files with one JSON object per line: typed records, faults and exact line numbers, without Python workers."""

import re
from collections.abc import Sequence

from pyspark.sql import Column, DataFrame, SparkSession, Window
from pyspark.sql import functions as sf
from pyspark.sql.types import StringType, StructField, StructType

LONGEST_LINE = 65_536
"""Bytes; an event has about 350. A longer line is not parsed and gets the fault `too_long`."""

_RAW = "file string, path string, block long, row long, value string"
# Options also keep Spark from splitting from_json into one parse per column (OptimizeCsvJsonExprs).
_OPTIONS = {"mode": "PERMISSIVE", "columnNameOfCorruptRecord": "_corrupt", "allowSingleQuotes": "false"}


_GLOB = re.compile(r"([\[\]{}*?\\])")


def read(spark: SparkSession, files: Sequence[str], damaged: bool = False) -> DataFrame:
    """The lines of `files`: file, path, block, row, value. `number_lines` needs block and row.

    `damaged`: return the lines before the damage of a file that cannot be read to its end; otherwise the job fails.
    """
    if not files:
        return spark.createDataFrame([], _RAW)
    reader = spark.read.option("lineSep", "\n").option("ignoreCorruptFiles", damaged)
    lines = reader.text([_GLOB.sub(r"\\\1", file) for file in files])
    return lines.select(
        sf.col("_metadata.file_name").alias("file"),
        sf.col("_metadata.file_path").alias("path"),
        sf.col("_metadata.file_block_start").alias("block"),
        sf.monotonically_increasing_id().alias("row"),
        "value",
    )


def parse_lines(lines: DataFrame, schema: StructType, longest: int = LONGEST_LINE) -> DataFrame:
    """Adds `record` (struct of `schema`) and `fault`: null, blank, too_long, not_utf8, malformed or wrong_type.

    A line of more than `longest` bytes is too long.
    """
    # The wrapping object makes text after the record an error. Without it, the parser would stop at the record's end.
    wrapped = sf.concat(sf.lit('{"record":'), sf.col("value"), sf.lit("}"))
    envelope = StructType([StructField("record", schema), StructField("_corrupt", StringType())])
    checked = lines.withColumn("fault", _unreadable(longest))
    parsed = checked.withColumn("json", sf.when(sf.col("fault").isNull(), sf.from_json(wrapped, envelope, _OPTIONS)))
    return parsed.select(
        *lines.columns,
        sf.col("json.record").alias("record"),
        sf.coalesce("fault", _not_as_promised(wrapped)).alias("fault"),
    )


def computed_once(column: Column) -> Column:
    """The same value, computed once per row.

    Spark 4.1 pushes a filter below the projection and repeats the expressions of its columns there, so that it would
    parse the line again for each field in the filter (SPARK-47672). It does not push a filter past an expression that
    is not deterministic.
    """
    return sf.when(sf.spark_partition_id() >= 0, column)


def _unreadable(longest: int) -> Column:
    value = sf.col("value")
    return (
        sf.when(sf.octet_length(value) > longest, "too_long")
        .when(~sf.is_valid_utf8(value), "not_utf8")
        .when(sf.btrim(value, sf.lit(" \t\r")) == "", "blank")
    )


def _not_as_promised(wrapped: Column) -> Column:
    corrupt = sf.col("json._corrupt").isNotNull()
    return sf.when(corrupt & sf.try_parse_json(wrapped).isNull(), "malformed").when(
        corrupt | sf.col("json.record").isNull(), "wrong_type"
    )


def number_lines(lines: DataFrame) -> DataFrame:
    """Adds `line`, counted from 1 in each file, also when Spark read a file in several blocks.

    `lines` must hold every line of the files: the number is the place in the block plus all lines of earlier blocks.
    """
    blocks = lines.groupBy("path", "block").agg(sf.min("row").alias("start"), sf.count("*").alias("size"))
    earlier = Window.partitionBy("path").orderBy("block").rowsBetween(Window.unboundedPreceding, -1)
    skipped = sf.coalesce(sf.sum("size").over(earlier), sf.lit(0))
    starts = blocks.select("path", "block", "start", skipped.alias("skipped"))
    line = sf.col("row") - sf.col("start") + sf.col("skipped") + 1
    return lines.join(sf.broadcast(starts), ["path", "block"], "inner").withColumn("line", line)

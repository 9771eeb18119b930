"""Rows made in Python → a frame, as JSON. createDataFrame pickles rows and needs Python workers to unpack them."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf
from pyspark.sql.types import ArrayType, StructType

Rows = Iterable[Mapping[str, Any]]


def small_frame(spark: SparkSession, rows: Rows, schema: StructType) -> DataFrame:
    """A few rows, put into the query plan as JSON text."""
    listed = sf.from_json(sf.lit(json.dumps(list(rows), default=str)), ArrayType(schema), {"mode": "FAILFAST"})
    return spark.range(0, 1, 1, 1).select(sf.inline(listed)).select(*schema.names)


def large_frame(spark: SparkSession, rows: Rows, schema: StructType, file: Path) -> DataFrame:
    """Rows by way of `file`, which must stay as long as the frame is used.

    Raises ValueError for a file name that Spark skips: it would silently read no rows.
    """
    if file.name.startswith((".", "_")):
        raise ValueError(f"Spark overlooks files that are called like {file.name}")
    with file.open("w", encoding="utf-8") as lines:
        lines.writelines(json.dumps(row, default=str) + "\n" for row in rows)
    return spark.read.schema(schema).option("mode", "FAILFAST").json(str(file))

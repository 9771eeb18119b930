"""The grants export of the center. Unlike events it is ours and complete, so a bad line stops the run."""

from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf

from spark_audit.schemas import GRANT_LINE, names
from spark_audit.sources import json_lines
from spark_audit.sources.errors import SourceError

_REQUIRED = ("grant", "cluster", "role", "type", "res", "authorities", "from_rev", "add_time")
_BAD = "fault is not null and fault <> 'blank'"


def read(spark: SparkSession, file: str) -> DataFrame:
    """Rows of GRANT_LINE. Raises SourceError with the first bad lines."""
    lines = json_lines.typed(json_lines.read(spark, [existing(file)]), GRANT_LINE)
    absent = [sf.when(sf.col(f"record.{name}").isNull(), name) for name in _REQUIRED]
    missing = sf.concat(sf.lit("missing "), sf.array_join(sf.array_compact(sf.array(*absent)), ", "))
    fault = sf.coalesce("fault", sf.when(missing != "missing ", missing))
    judged = lines.withColumn("fault", fault)
    if not judged.where(_BAD).isEmpty():
        raise SourceError(f"{file} is no grants export: {_places(judged)}")
    return judged.where("fault is null").select("record.*").select(*names(GRANT_LINE))


def existing(file: str) -> str:
    """The file's path. Raises SourceError when there is none."""
    if not Path(file).is_file():
        raise SourceError(f"{file} is not a file")
    return file


def _places(judged: DataFrame) -> str:
    bad = json_lines.numbered(judged).where(_BAD).orderBy("line").limit(5).collect()
    return "; ".join(f"line {row['line']}: {row['fault']}" for row in bad)

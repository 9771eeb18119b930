"""Small frames from dictionaries; missing columns are null."""

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf
from pyspark.sql.types import StructType

from spark_audit.schemas import EVENTS
from spark_audit.sources.rows import large_frame, small_frame

Line = dict[str, Any]
_IN_A_PLAN = 200
"""Up to so many rows are put into the plan; more are computed once and cached."""
NOON = 1_794_052_800_000
"""2026-11-07 12:00 UTC, a Saturday."""
EVENT: Line = {
    "uid": "b-1", "seq": 1, "boot": "b", "cluster": "c", "time": NOON, "n": 1, "act": 3, "op": "PRODUCE", "dec": 1,
    "code": "GRANTED", "kind": 0, "user": "svc", "res": "c/acme/orders/created", "rtype": "topic", "rev": 10,
    "source": "plugin",
}  # fmt: skip
"""The defaults of an event of `silver`."""


def frame(spark: SparkSession, schema: StructType, rows: Iterable[Line]) -> DataFrame:
    """The rows with the columns of `schema`. Not by createDataFrame, which starts Python workers at every scan."""
    listed = list(rows)
    if len(listed) <= _IN_A_PLAN:
        return small_frame(spark, listed, schema)
    with TemporaryDirectory() as place:
        return large_frame(spark, listed, schema, Path(place) / "rows.jsonl").localCheckpoint()


def silver(spark: SparkSession, *events: Line) -> DataFrame:
    """Rows of EVENTS: EVENT updated by each of `events`; `t_end` and `date` follow from `time`."""
    whole = [EVENT | event for event in events]
    dated = [{"t_end": event["time"], **event} for event in whole]
    undated = StructType([field for field in EVENTS.fields if field.name != "date"])
    rows = frame(spark, undated, dated).withColumn("date", sf.timestamp_millis("time").cast("date"))
    return rows.select(*EVENTS.names)

"""Rows that Python made arrive as they were, and no Python worker unpacks them."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from spark_audit.schemas import SUGGESTIONS
from spark_audit.sources.rows import large_frame, small_frame

DAY = date(2026, 11, 30)
_USE = {"date": DAY, "user": "a", "action": 3, "resource": "c/t", "decision": 1, "n": 1 << 40, "first": 1, "last": 2}
ROWS: list[dict[str, Any]] = [
    {"until": DAY, "id": '订单 "x"\\\n\t\'${y}', "removes": [1, 2], "cost_before": 0.1 + 0.2, "evidence": [_USE]},
    {"until": DAY, "id": "", "role": 7, "adds": [{"role": 7, "res": "c/t", "authorities": []}], "cost_after": 3.0},
]


def test_rows_arrive_whole(spark: SparkSession, tmp_path: Path) -> None:
    """Every type there is; what a row does not say is null; none are none."""
    wanted = [tuple(row) for row in spark.createDataFrame(ROWS, SUGGESTIONS).collect()]
    small, large = small_frame(spark, ROWS, SUGGESTIONS), large_frame(spark, ROWS, SUGGESTIONS, tmp_path / "rows.jsonl")
    assert [tuple(row) for row in small.collect()] == wanted
    assert [tuple(row) for row in large.collect()] == wanted
    assert small_frame(spark, [], SUGGESTIONS).isEmpty()
    assert large_frame(spark, [], SUGGESTIONS, tmp_path / "none.jsonl").isEmpty()


def test_frames_need_no_python_workers(spark: SparkSession, tmp_path: Path) -> None:
    """What createDataFrame makes shows in a plan as an RDD; ours does not."""
    frames = {
        "python": spark.createDataFrame(ROWS, SUGGESTIONS),
        "few": small_frame(spark, ROWS, SUGGESTIONS),
        "many": large_frame(spark, ROWS, SUGGESTIONS, tmp_path / "rows.jsonl"),
    }
    plans = {kind: rows._jdf.queryExecution().executedPlan().toString() for kind, rows in frames.items()}
    assert [kind for kind, plan in plans.items() if "ExistingRDD" in plan] == ["python"]


@pytest.mark.parametrize("name", [".rows.jsonl", "_rows.jsonl"])
def test_a_file_that_spark_would_overlook_is_refused(spark: SparkSession, tmp_path: Path, name: str) -> None:
    """Its rows would be gone without a word."""
    with pytest.raises(ValueError, match=name):
        large_frame(spark, ROWS, SUGGESTIONS, tmp_path / name)

"""Frames that several queries use are computed once on little data, and not cached on much."""

import pytest
from pyspark.sql import SparkSession

from spark_audit import session
from spark_audit.jobs.shared import SharedFrames


def test_little_data_is_computed_once(spark: SparkSession) -> None:
    shared = SharedFrames(spark)
    held = shared.cache(spark.range(3).selectExpr("id", "uuid() as drawn"))
    assert held.is_cached
    assert held.collect() == held.collect()
    shared.release()
    assert not held.is_cached


def test_an_empty_frame_is_known_to_be_empty(spark: SparkSession) -> None:
    rows = spark.range(3).where("id * 2 > 7").withColumnRenamed("id", "number")
    nothing = SharedFrames(spark).cache(rows)
    assert (nothing.collect(), nothing.columns, nothing.dtypes) == ([], rows.columns, rows.dtypes)
    assert "LocalRelation <empty>" in str(nothing._jdf.queryExecution().optimizedPlan().toString())
    assert not rows.is_cached


def test_much_data_is_not_cached(spark: SparkSession, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "is_little", lambda _: False)
    rows = spark.range(3)
    assert SharedFrames(spark).cache(rows) is rows
    assert not rows.is_cached


def test_a_session_knows_that_it_is_for_little_data(spark: SparkSession) -> None:
    assert session.is_little(spark)

"""Spark and DuckDB, each from the definitions on its own, give the same rows on estates made up at random."""

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest
from pyspark.sql import DataFrame, SparkSession

from spark_audit.jobs.run_order import Period
from spark_audit.schemas import EVENTS, GRANT_LINE
from spark_audit.transforms.coverage import sequence_numbers
from spark_audit.transforms.coverage.unproven import without_proof
from spark_audit.transforms.coverage.watched_days import watched_days
from spark_audit.transforms.gold.per_date import PER_DATE
from spark_audit.transforms.gold.super_users import SUPER_USER, grants_of
from spark_audit.transforms.status.grant_status import Bounds, grant_status
from tests.spark_audit import duckdb_twin, random_estates, twin
from tests.spark_audit.frames import Line, frame

_WINDOW = Period(date.fromisoformat(random_estates.SINCE), date.fromisoformat(random_estates.UNTIL))


def test_spark_and_duckdb_agree(spark: SparkSession, tmp_path: Path) -> None:
    """Ten estates at once: nothing in one has a name of another."""
    _compare(spark, range(10), tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1000, 2000, 50))
def test_spark_and_duckdb_agree_on_many_estates(spark: SparkSession, tmp_path: Path, first: int) -> None:
    """A thousand more."""
    _compare(spark, range(first, first + 50), tmp_path)


def _compare(spark: SparkSession, seeds: Iterable[int], directory: Path) -> None:
    estates = [random_estates.estate(seed) for seed in seeds]
    events = [event for some, _ in estates for event in some]
    grants = [line for _, some in estates for line in some]
    connection = _twin(events, grants, directory)
    for table, found in _tables(frame(spark, EVENTS, events), frame(spark, GRANT_LINE, grants)).items():
        columns = ", ".join(f'"{column}"' for column in found.columns)
        wanted = connection.execute(f"SELECT {columns} FROM {table}").fetchall()
        assert _sorted(found.collect()) == _sorted(wanted), table
        assert wanted, table


def _tables(silver: DataFrame, grants: DataFrame) -> dict[str, DataFrame]:
    daily = {table: PER_DATE[table](silver) for table in twin.COUNTED}
    ranges = sequence_numbers.sequences(silver)
    covered = sequence_numbers.by_cluster(sequence_numbers.coverage_daily(ranges).where(_WINDOW.condition()))
    logs = watched_days(ranges, [(_WINDOW.since, _WINDOW.until)], 90.0)
    bounds = Bounds(_WINDOW.start(), _WINDOW.end(), 14, 90.0, 2)
    usage, uses = (daily[table].where(_WINDOW.condition()) for table in ("usage_daily", "uses_daily"))
    status = grant_status(grants, usage, uses, logs, bounds)
    let_in = grants_of(daily["super_users_daily"].where(_WINDOW.condition()), grants)
    return daily | {
        "coverage": covered,
        "watched_days": logs.drop("since"),
        "grant_status": without_proof(status, let_in, SUPER_USER),
    }


def _twin(events: list[Line], grants: list[Line], directory: Path) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    for view, schema, rows in (("silver", EVENTS, events), ("history", GRANT_LINE, grants)):
        twin.load(connection, directory / f"{view}.jsonl", view, schema, rows)
    duckdb_twin.name_networks(connection)
    duckdb_twin.bound(connection, random_estates.SINCE, random_estates.UNTIL, percent=90.0, watched=2)
    duckdb_twin.make(connection)
    return connection


def _sorted(rows: Iterable[Any]) -> list[tuple[Any, ...]]:
    return sorted((tuple(row) for row in rows), key=repr)

"""Golden cases: what must come out of a few event lines, row by row."""

from datetime import date
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf

from spark_audit.jobs.run_order import Period
from spark_audit.schemas import COVERAGE, GRANT_STATUS, USAGE_DAILY
from spark_audit.sources import events
from spark_audit.sources.history import History
from spark_audit.transforms.coverage import sequence_numbers
from spark_audit.transforms.coverage.watched_days import watched_days
from spark_audit.transforms.gold.per_date import PER_DATE
from spark_audit.transforms.history.recomputation import recomputed_daily
from spark_audit.transforms.silver.events import deduplicate
from spark_audit.transforms.status.grant_status import Bounds, grant_status
from tests.spark_audit import golden, histories
from tests.spark_audit.frames import Line
from tests.spark_audit.golden import Case, Rows

CASES = golden.cases()
_SUMS = ("n", "first", "last", "days")
_COLUMNS = {
    "usage": USAGE_DAILY.names,
    "findings": GRANT_STATUS.names[1:9],
    "watched": ("grant", "status", "why", "watched_days", "watched_since"),
    "denials": ("user", "op", "resource", "reason", *_SUMS),
    "probes": ("user", "op", "resource", "decision", *_SUMS),
    "coverage": COVERAGE.names,
    "differences": ("cause", "cluster", "grant", "user", "resource", "rev", "n", "first", "last"),
    "quarantine": ("line", "reason"),
}
"""What the expectations list of each table."""
_COUNTED = {**PER_DATE, "sequences": sequence_numbers.sequences}
"""What other tables are made of."""


def test_the_folder_has_cases() -> None:
    """An empty folder must not look like a passed suite."""
    assert len(CASES) >= 16
    assert {table for case in CASES for table in case.tables} == _COLUMNS.keys()


@pytest.fixture(scope="module")
def found(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], list[Line]]:
    """The rows of all cases by settings and table; computed once for each of the few settings there are."""
    directory = tmp_path_factory.mktemp("cases")
    lines = events.bronze(spark, [str(case.events(directory)) for case in CASES]).localCheckpoint()
    silver = deduplicate(events.events(lines)).localCheckpoint()
    counted = {table: count(silver).localCheckpoint() for table, count in _COUNTED.items()} | {"events": silver}
    past = histories.of(spark, [line for case in CASES for line in case.grants()])
    wanted = {(str(case.settings), table): case.settings for case in CASES for table in case.tables}
    tables = {key: _table(key[1], lines, counted, past, settings) for key, settings in wanted.items()}
    return {key: [row.asDict() for row in rows.collect()] for key, rows in tables.items()}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(found: dict[tuple[str, str], list[Line]], case: Case) -> None:
    """Each named result equals the expectation, row by row and column by column."""
    mine = {table: case.own(found[str(case.settings), table], _COLUMNS[table]) for table in case.tables}
    assert {table: _sorted(rows) for table, rows in mine.items()} == {
        table: _sorted(rows) for table, rows in case.tables.items()
    }


def _table(
    name: str, lines: DataFrame, counted: dict[str, DataFrame], past: History, settings: dict[str, Any]
) -> DataFrame:
    window = Period(settings.get("from", date(2026, 11, 1)), settings.get("until", date(2026, 11, 30)))
    inside = {table: rows.where(window.condition()) for table, rows in counted.items()}
    age, watched = settings.get("min_age_days", 14), settings.get("min_watched_days", 0)
    bounds = Bounds(window.start(), window.end(), age, 99.0, watched)
    days = sequence_numbers.coverage_daily(counted["sequences"])
    if name in ("findings", "watched"):
        logs = watched_days(counted["sequences"], [(window.since, window.until)], 99.0)
        return grant_status(past.grants, inside["usage_daily"], inside["uses_daily"], logs, bounds)
    if name == "differences":
        return recomputed_daily(inside["events"], past.grants, past.users, past.rights, _computed)
    return {
        "usage": inside["usage_daily"],
        "denials": _summed(inside["denials_daily"], "reason"),
        "probes": _summed(inside["probes_daily"], "decision"),
        "coverage": sequence_numbers.by_cluster(days.where(window.condition())),
        "quarantine": events.bad_lines(lines),
    }[name]


def _computed(rows: DataFrame) -> DataFrame:
    return rows.localCheckpoint()


def _summed(daily: DataFrame, last_key: str) -> DataFrame:
    return daily.groupBy("user", "op", "resource", last_key).agg(
        sf.sum("n").alias("n"), sf.min("first").alias("first"), sf.max("last").alias("last"),
        sf.count_distinct("date").alias("days"),
    )  # fmt: skip


def _sorted(rows: Rows) -> Rows:
    return sorted(rows, key=lambda row: [str(value) for value in row])

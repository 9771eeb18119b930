"""Golden cases: a folder holds event lines, the grants export and exactly what must come out of them."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml
from pyspark.sql import DataFrame, SparkSession

from spark_audit.jobs.order import Period
from spark_audit.schemas import GRANT_STATUS, USAGE_DAILY
from spark_audit.sources import events
from spark_audit.transforms import coverage, denials
from spark_audit.transforms.grant_status import Bounds, grant_status
from spark_audit.transforms.recomputation import recomputed_daily
from spark_audit.transforms.silver import deduplicated
from spark_audit.transforms.usage import usage_daily
from tests.spark_audit import histories

Rows = list[list[Any]]
_DIFFERENCE = ("cause", "cluster", "grant", "user", "resource", "rev", "n", "first", "last")
CASES = sorted(path.parent for path in (Path(__file__).parent / "cases").glob("*/expect.yaml"))


def test_there_are_cases() -> None:
    """An empty folder must not look like a passed suite."""
    assert len(CASES) >= 16


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_case(spark: SparkSession, case: Path) -> None:
    """Each named result equals the expectation, row by row and column by column."""
    expect = yaml.safe_load((case / "expect.yaml").read_text())
    found = _computed(spark, case, expect.pop("settings", {}))
    assert {name: _sorted(found[name]()) for name in expect} == {name: _sorted(rows) for name, rows in expect.items()}


def _computed(spark: SparkSession, case: Path, settings: dict[str, Any]) -> dict[str, Callable[[], Rows]]:
    lines = events.bronze(spark, [str(case / "events.jsonl")])
    silver = deduplicated(events.events(lines)).localCheckpoint()
    past = histories.of(spark, histories.read(case / "grants.jsonl"))
    export = past.grants
    window = Period(settings.get("from", date(2026, 11, 1)), settings.get("until", date(2026, 11, 30)))
    inside = silver.where(window.condition())
    covered = coverage.by_cluster(coverage.coverage_daily(coverage.sequences(silver)).where(window.condition()))
    bounds = Bounds(window.end(), settings.get("min_age_days", 14), 99.0)
    usage = usage_daily(inside)
    return {
        "usage": lambda: _rows(usage, *USAGE_DAILY.names),
        "findings": lambda: _rows(grant_status(export, usage, covered, bounds), *GRANT_STATUS.names[1:9]),
        "denials": lambda: _rows(denials.in_window(denials.denials_daily(inside), "reason")),
        "probes": lambda: _rows(denials.in_window(denials.probes_daily(inside), "decision")),
        "coverage": lambda: _rows(covered),
        "differences": lambda: _rows(recomputed_daily(inside, export, past.users, past.rights), *_DIFFERENCE),
        "quarantine": lambda: _rows(events.bad_lines(lines), "line", "reason"),
    }


def _rows(rows: DataFrame, *columns: str) -> Rows:
    return [list(row) for row in rows.select(*(columns or rows.columns)).collect()]


def _sorted(rows: Rows) -> Rows:
    return sorted(rows, key=lambda row: [str(value) for value in row])

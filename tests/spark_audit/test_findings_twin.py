"""Spark and DuckDB say the same of companies made up at random: the log against the history, sums, creep, and each kind
of finding with its id, numbers, evidence and state over two runs."""

import json
import random
from collections.abc import Iterable
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from spark_audit.sinks.report.texts.finding_words import WORDS
from spark_audit.transforms.findings.rules import WEIGHTS, Days, Rules
from tests.spark_audit import twin, window_tables
from tests.spark_audit.random_companies import Company, company, day
from tests.spark_audit.random_pasts import Line
from tests.spark_audit.twin import Judged

RULES = Rules(
    recent_days=4, lookback_days=18, history_days=5, sleep_days=6, dormant_days=6, wide_topics=2, wide_share=0.5,
    volume_deviations=3.0, volume_least=5, address_share=0.3, denied_days=2, burst=5, address_names=1,
    creep_index=60.0, closed_days=10,
)  # fmt: skip
"""Small enough for four weeks."""
WINDOWS = [(day(8), day(20)), (day(12), day(27))]

CAUSES = 16


def test_spark_and_duckdb_agree(spark: SparkSession, tmp_path: Path) -> None:
    """Eight companies at once, in which every kind of finding and every cause of a difference occurs."""
    tables = compare(spark, tmp_path, (*range(7), 8), RULES, 90.0)
    found = [finding for until in WINDOWS for finding in tables[f"findings {until[1]}"]]
    # The companies' brokers never use a number twice.
    assert {finding["kind"] for finding in found} == WORDS["kinds"].keys() - {"conflicting_events"}
    assert {finding["state"] for finding in found} == {"open", "closed"}
    assert (
        len({(difference_row["problem"], difference_row["cause"]) for difference_row in tables["recomputed_daily"]})
        == CAUSES
    )
    reasons = {grant["why"] for until in WINDOWS for grant in tables[f"grant_status {until[1]}"]}
    assert reasons >= {None, "young", "coverage", "too_little_watched"}


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1000, 2000, 100))
def test_spark_and_duckdb_agree_on_many_companies(spark: SparkSession, tmp_path: Path, first: int) -> None:
    """A thousand more, by thresholds at random."""
    chance = random.Random(first)
    rules = Rules(
        recent_days=chance.randrange(1, 8), lookback_days=chance.randrange(6, 25), history_days=chance.randrange(1, 10),
        sleep_days=chance.randrange(1, 10), dormant_days=chance.randrange(1, 10), wide_topics=chance.randrange(1, 4),
        wide_share=chance.random(), volume_deviations=chance.uniform(0, 6), volume_least=chance.randrange(20),
        hour_deviations=chance.uniform(0, 3), address_share=chance.random(), denied_days=chance.randrange(1, 4),
        burst=chance.randrange(1, 30), address_names=chance.randrange(1, 4),
        creep_index=chance.uniform(1, 99), closed_days=chance.randrange(14),
        weights={right: float(chance.randrange(6)) for right in WEIGHTS},
    )  # fmt: skip
    compare(spark, tmp_path, range(first, first + 100), rules, chance.choice([0.0, 50.0, 90.0, 99.0]))


def compare(
    spark: SparkSession, directory: Path, seeds: Iterable[int], rules: Rules, min_coverage: float
) -> dict[str, list[Line]]:
    """Every row of every table, for two windows of which the second knows what the first found."""
    estate = reduce(Company.__add__, map(company, seeds))
    judged = [Judged(Days.of(*window, rules), rules, 3, min_coverage, 6) for window in WINDOWS]
    tables = window_tables.by_spark(spark, estate, judged)
    wanted = twin.tables(estate, judged, directory)
    for name in wanted:
        difference(name, tables[name], wanted[name])
    return tables


def difference(name: str, rows: list[Line], wanted: list[Line]) -> None:
    """Fails with the rows that only one of both has."""
    found, expected = sorted(map(_text, rows)), sorted(map(_text, wanted))
    assert sorted(set(found) - set(expected)) == sorted(set(expected) - set(found)), name
    assert found == expected, name


def _text(row: Line) -> str:
    return json.dumps(_rounded(row), sort_keys=True, ensure_ascii=False)


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {field: _rounded(item) for field, item in value.items()}
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    return round(float(value), 9) if isinstance(value, int | float) and not isinstance(value, bool) else value

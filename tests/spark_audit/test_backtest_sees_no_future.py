"""A back-test cannot know the future: it uses only what a log and an export that ended on its day would have."""

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from spark_audit.jobs.findings import judging
from spark_audit.jobs.gold import coverage
from spark_audit.jobs.progress import Progress
from spark_audit.jobs.run_order import Order, Period, Run
from spark_audit.jobs.suggestions import build as suggestions
from spark_audit.jobs.suggestions import past
from spark_audit.jobs.suggestions.build import advise
from spark_audit.sources import events, history
from spark_audit.store import Ledger, ParquetStore
from spark_audit.transforms.coverage import sequence_numbers
from spark_audit.transforms.gold.super_users import super_users_daily
from spark_audit.transforms.gold.usage import usage_daily
from spark_audit.transforms.gold.uses import uses_daily
from spark_audit.transforms.silver.events import deduplicate
from tests.spark_audit.pausing_estates import LAST, Estate, estate, ms, period

Rows = list[dict[str, Any]]
_DAY = timedelta(days=1)
_WINDOW = 20
_TABLES = {
    "sequences": sequence_numbers.sequences, "usage_daily": usage_daily, "uses_daily": uses_daily,
    "super_users_daily": super_users_daily,
}  # fmt: skip
_OF_NOW = {"evidence", "finding_ids", "until"}
"""What only suggestions of now show."""


@pytest.mark.parametrize(("seed", "ago"), [(1, 12)])
def test_later_events_change_no_backtest(spark: SparkSession, tmp_path: Path, seed: int, ago: int) -> None:
    """Neither the rows of back-tests nor the advice behind them, of a moment at which anything may begin and end."""
    _compare(spark, tmp_path, estate(seed), LAST - ago * _DAY)


def test_a_log_that_began_lately_proves_nothing(spark: SparkSession, tmp_path: Path) -> None:
    """The grant of `late` was used all the time, and its log began five days ago: nothing says that it was not used
    before. One event of 1970 makes no test of half a year."""
    days = [LAST - ago * _DAY for ago in range(45)]
    lines = [_line("eu", 1, date(1970, 1, 1))] + [_line("eu", 2 + place, day) for place, day in enumerate(sorted(days))]
    lines += [_line("late", 1 + place, day) for place, day in enumerate(sorted(days[:5]))]
    grants = [_given(1, "eu", ["other"]), _given(2, "late", ["ann"]), _given(3, "eu", ["ann"])]
    users = [{"user": user, "main": None, "enabled": True, **period(-200)} for user in ("ann", "other")]
    whole = Estate(lines, grants, users, [], [])
    run = _judged(spark, tmp_path / "least", whole, Period(days[-1], LAST))
    tested = run.store.read("backtest", [LAST]).where("suggestion = 'all'").collect()
    assert [(test["window_days"], test["uses"], test["denied"]) for test in tested] == [(30, 15, 0)]
    status = run.store.read("grant_status", [LAST]).orderBy("grant").collect()
    assert [(grant["status"], grant["why"], grant["watched_days"]) for grant in status] == [
        ("unused", None, 43), ("essential", "too_little_watched", 3), ("essential", None, 43),
    ]  # fmt: skip
    assert status[1]["watched_since"] == LAST - 3 * _DAY


def _line(cluster: str, seq: int, day: date) -> dict[str, Any]:
    return {
        "uid": f"{cluster}-{seq}", "seq": seq, "time": ms(day), "act": 3, "op": "PRODUCE", "dec": 1, "kind": 0,
        "code": "GRANTED", "user": "ann", "res": f"{cluster}/t/n/x", "rtype": "topic", "rev": 1, "us": 1, "v": 1,
        "grants": [2 if cluster == "late" else 3],
    }  # fmt: skip


def _given(number: int, cluster: str, users: list[str]) -> dict[str, Any]:
    return {
        "grant": number, "role": number, "role_name": f"r{number}", "type": 4, "cluster": cluster,
        "res": f"{cluster}/t/n/x", "authorities": [302], "valid_from": None, "valid_until": None, "granted_by": "root",
        "add_time": period(-200)["from_time"], "users": users, **period(-200),
    }  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("ago", range(6, 17))
def test_later_events_change_no_backtest_of_any_day(spark: SparkSession, tmp_path: Path, ago: int) -> None:
    """Each day of an estate of its own."""
    _compare(spark, tmp_path, estate(1000 + ago), LAST - ago * _DAY)


def _compare(spark: SparkSession, directory: Path, whole: Estate, until: date) -> None:
    after, window = until + _DAY, Period(until - (_WINDOW - 1) * _DAY, until)
    full = _judged(spark, directory / "full", whole, window)
    ended = _judged(spark, directory / "ended", whole.before(after), window)
    known = replace(full, window=Period(window.since, LAST))
    everything = past.collect(known, [window.since, after, LAST + _DAY], past.read(known, [window]))
    then = everything.before(after)
    advice = _advice(then, window, full)
    assert advice == _read(ended, "suggestions")
    assert {suggestion["kind"] for suggestion in advice} >= {"remove_unused", "remove_redundant"}
    for part in ("grants", "users", "resources", "uses"):
        leaking = replace(then, **{part: getattr(everything, part)})
        assert _advice(leaking, window, full) != advice, f"what came later in {part} would not be noticed"
    tested, expected = _read(full, "backtest"), _read(ended, "backtest")
    both = {test["suggestion"] for test in tested} & {test["suggestion"] for test in expected}
    assert _of(both, tested) == _of(both, expected)
    assert {test["window_days"] for test in tested if test["suggestion"] == "all" and test["uses"]} == {30}
    assert len(both) > 1, "some of the suggestions of now were those of then, too"


def _advice(then: past.Past, window: Period, run: Run) -> Rows:
    facts, found = advise(then, window, run.order)
    return _sorted([_plain(suggestion.row(window.until, [], facts.resources, [])) for suggestion in found])


def _judged(spark: SparkSession, directory: Path, whole: Estate, window: Period) -> Run:
    """The stages that suggestions need, on tables of the whole log."""
    file, export = whole.write(directory)
    order = Order(str(directory), str(export), directory / "out", min_age_days=3, min_watched_days=8, min_coverage=90.0)
    store = ParquetStore(spark, order.out, directory)
    silver = deduplicate(events.events(events.bronze(spark, [str(file)]))).localCheckpoint()
    for table_name, table in _TABLES.items():
        store.replace_dates(table_name, table(silver))
    past = history.read(spark, str(export), lambda _, rows: rows.localCheckpoint())
    run = Run(spark, order, window, store, past, Ledger(order.out, directory), Progress(), (), directory, "")
    for build in (coverage.build, judging.judge_grants, suggestions.build):
        build(run)
    return run


def _read(run: Run, name: str) -> Rows:
    rows = run.store.read(name, [run.window.until])
    return _sorted([_plain(row.asDict(recursive=True)) for row in rows.collect()])


def _of(ids: set[str], rows: Rows) -> Rows:
    return [row for row in rows if row["suggestion"] in ids]


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {column: value for column, value in row.items() if column not in _OF_NOW}


def _sorted(rows: Rows) -> Rows:
    return sorted(rows, key=repr)

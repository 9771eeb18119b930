"""The whole job: the same inputs give the same bytes, late files fold in, all outputs tell the same numbers."""

import csv
import json
import shutil
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_audit.jobs import daily_usage
from spark_audit.jobs.order import Order
from spark_audit.sinks.staging import Busy, workplace
from spark_audit.sources.errors import SourceError
from tests.spark_audit import sample

DAYS = 3


@pytest.fixture(scope="module")
def order(tmp_path_factory: pytest.TempPathFactory) -> Order:
    """Three days of the sample, one line of it damaged, one written twice."""
    directory = tmp_path_factory.mktemp("job")
    events, grants = sample.write(directory, DAYS)
    first = min(events.iterdir())
    lines = first.read_text().splitlines(keepends=True)
    first.write_text("".join([*lines[:20], "{\n", *lines[21:], lines[3]]))
    since, until = date(2026, 11, 7), date(2026, 11, 9)
    return Order(str(events), str(grants), directory / "out", since, until, min_coverage=90)


@pytest.fixture(scope="module")
def done(spark: SparkSession, order: Order) -> dict[str, bytes]:
    """The files of one run."""
    daily_usage.run(spark, order)
    return tree(order.out)


def tree(out: Path) -> dict[str, bytes]:
    """Every file below `out` with its bytes."""
    return {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


def test_running_twice_changes_no_byte(spark: SparkSession, order: Order, done: dict[str, bytes]) -> None:
    """Tables, published files, CSV and reports; what a killed run left aside is removed."""
    assert {"publish/run.json", "gold/usage_daily/date=2026-11-08/part-00000.parquet"} < done.keys()
    (order.out / ".aside" / "table-events").mkdir(parents=True)
    (order.out / "gold/usage_daily/date=2026-11-08/part-00000.parquet").unlink()
    (order.out / "publish/run.json").write_text("half a li")
    daily_usage.run(spark, order)
    assert tree(order.out) == done


def test_late_files_fold_in(spark: SparkSession, order: Order, done: dict[str, bytes], tmp_path: Path) -> None:
    """One broker's files today, the other's tomorrow, when the first are gone: the same as both at once."""
    first, second = sorted(Path(order.events).iterdir())
    for day, file in (("today", first), ("tomorrow", second)):
        (tmp_path / day).mkdir()
        shutil.copy(file, tmp_path / day)
        daily_usage.run(spark, replace(order, events=str(tmp_path / day), out=tmp_path / "out"))
    found = tree(tmp_path / "out")
    same = {name for name in done if name.startswith(("silver", "gold", "publish/usage", "publish/findings", "csv"))}
    assert len(same) >= 15
    assert {name for name in same if found[name] != done[name]} == set()


def test_all_outputs_tell_the_same_numbers(order: Order, done: dict[str, bytes]) -> None:
    """The report, the CSV, the published findings and the published use."""
    lines = done["publish/findings.jsonl"].decode().splitlines()
    published = {row["grant"]: row for row in map(json.loads, lines)}
    assert list(published) == sorted(published)
    cells = list(csv.DictReader(done["csv/findings.csv"].decode("utf-8-sig").splitlines()))
    assert [int(row["grant"]) for row in cells] == list(published)
    for row in cells:
        for name in ("status", "covering", "applied", "sole"):
            assert row[name] == str(published[int(row["grant"])][name])
    usage = [json.loads(line) for line in done["publish/usage_daily.jsonl"].decode().splitlines()]
    for grant, row in published.items():
        for name in ("covering", "applied", "sole"):
            assert row[name] == sum(use[name] for use in usage if use["grant"] == grant)
    denied = sum(use["n"] for use in usage if use["decision"] == 2)
    assert denied == sum(
        int(row["n"]) for row in csv.DictReader(done["csv/denials.csv"].decode("utf-8-sig").splitlines())
    )
    assert f"<b>{denied:,}</b>" in done["report/report.en.html"].decode()


def test_the_summary_counts_what_was_damaged(done: dict[str, bytes]) -> None:
    """The damaged line is a bad line and a gap; the line written twice is a duplicate."""
    run = json.loads(done["publish/run.json"])
    total = sum(len(lines) for lines in sample.events(DAYS).values())
    assert run == {
        "run": run["run"], "from": "2026-11-07", "until": "2026-11-09", "events": total - 1, "bad_lines": 1,
        "duplicates": 1, "lost": 1, "coverage_percent": 10_000 * (total - 1) // total / 100,
    }  # fmt: skip
    assert list(run) == ["run", "from", "until", "events", "bad_lines", "duplicates", "lost", "coverage_percent"]


def test_a_window_without_events_can_be_judged(spark: SparkSession, order: Order, tmp_path: Path) -> None:
    """Nothing logged proves nothing: every grant that stands is unknown. Without a window there is nothing to say."""
    (tmp_path / "events").mkdir()
    empty = replace(order, events=str(tmp_path / "events"), out=tmp_path / "out")
    daily_usage.run(spark, empty)
    lines = (tmp_path / "out/publish/findings.jsonl").read_text().splitlines()
    assert {json.loads(line)["status"] for line in lines} == {"unknown"}
    assert len(lines) == 13
    with pytest.raises(SourceError, match="--from and --until"):
        daily_usage.run(spark, replace(empty, since=None))


def test_two_runs_do_not_write_into_one_directory(spark: SparkSession, order: Order, tmp_path: Path) -> None:
    """The second is refused before it reads anything into tables."""
    with workplace(tmp_path / "out"), pytest.raises(Busy):
        daily_usage.run(spark, replace(order, out=tmp_path / "out"))

"""The whole job: the same inputs give the same bytes, late files fold in, all outputs tell the same numbers."""

import csv
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_audit.jobs import run
from spark_audit.jobs.results.outcome import move_into
from spark_audit.jobs.run_order import Order
from spark_audit.sinks import packed
from spark_audit.sources import listing
from spark_audit.sources.errors import SourceError
from spark_audit.sources.files import LocalFiles
from spark_audit.store import Ledger, ParquetStore
from spark_audit.store.staging import Busy, workplace
from tests.spark_audit import sample
from tests.spark_audit.conftest import Folded
from tests.spark_audit.sample import results, tree


def test_running_twice_changes_no_byte(spark: SparkSession, order: Order, done: dict[str, bytes]) -> None:
    """Nothing is new, so nothing but the tables of the window is computed, and those are as they were."""
    assert {"ledger/files.jsonl", "gold/usage_daily/date=2026-11-08/part-00000.parquet"} < done.keys()
    (order.out / ".aside" / "killed").mkdir(parents=True)
    run.run(spark, order)
    assert tree(order.out) == done


def test_damaged_results_are_left_beside_the_new_ones(tmp_path: Path) -> None:
    """What the pointer names is never changed in place; the same bytes are not kept twice."""

    def made(text: str) -> Path:
        (tmp_path / "made" / "publish").mkdir(parents=True, exist_ok=True)
        (tmp_path / "made" / "publish" / "run.json").write_text(text)
        return tmp_path / "made"

    there = tmp_path / "results"
    assert move_into(there, made("{}"), "a1") == "a1"
    assert move_into(there, made("{}"), "a1") == "a1"
    (there / "a1" / "publish" / "run.json").write_text("half a li")
    beside = move_into(there, made("{}"), "a1")
    assert beside.startswith("a1-")
    assert (there / beside / "publish" / "run.json").read_text() == "{}"
    assert (there / "a1" / "publish" / "run.json").read_text() == "half a li"
    assert len(list(there.iterdir())) == 2


def test_late_files_are_merged_in(done: dict[str, bytes], folded: Folded) -> None:
    """One broker's file today, the other's tomorrow, in another order and by other names: the same as both at once."""
    found, second = folded.files, Path(folded.order.events) / "tomorrow.jsonl"
    same = {file for file in done if file.startswith(("silver", "gold", "grant_status", "recomputed"))}
    assert len(same) >= 13
    assert {file for file in same if found[file] != done[file]} == set()
    once, twice = ({file: text.replace(json.loads(files["current.json"])["run"].encode(), b"RUN")
                    for file, text in results(files).items()} for files in (done, found))  # fmt: skip
    changed = {file for file in once if twice[file] != once[file]}
    reports = {file for file in results(done) if file.startswith("report/")}
    assert changed == {"publish/run.json", *reports}  # these say how many lines came late
    summary = json.loads(results(found)["publish/run.json"])
    assert (summary["files"], summary["waiting"]) == (2, 1), "the one decided after the export waits, and that is told"
    assert "left for the next run</dt><dd>1</dd>" in results(found)["report/estate.en.html"].decode()
    assert summary["late"] == len(second.read_text().splitlines()) - 1, "all but the damaged line"


def test_the_same_content_under_other_names_counts_once(order: Order, done: dict[str, bytes], tmp_path: Path) -> None:
    """Copied, renamed, moved into a directory of its own: there is nothing to read; without a ledger, each once."""
    shutil.copytree(order.events, tmp_path / "events" / "again")
    shutil.copy(min(Path(order.events).iterdir()), tmp_path / "events" / "copy.jsonl")
    files = LocalFiles(str(tmp_path / "events"))
    found = listing.HashCache(tmp_path / "cache").hashed(files, files.list(include_open=False))
    assert len(found) == 3
    assert listing.new(found, Ledger(order.out, tmp_path).has) == []
    assert len(listing.new(found, Ledger(tmp_path, tmp_path).has)) == 2


def test_all_outputs_have_the_same_numbers(done: dict[str, bytes]) -> None:
    """The report, the CSV, the published findings and the published use."""
    files = results(done)
    lines = files["publish/grant_status.jsonl"].decode().splitlines()
    published = {grant["grant"]: grant for grant in map(json.loads, lines)}
    assert list(published) == sorted(published)
    at_center = {id: grant["status"] for id, grant in published.items() if grant["why"] == "center"}
    assert at_center == {9: "essential"}, "what the export tells of uses at the center"
    cells = list(csv.DictReader(files["csv/grant_status.csv"].decode("utf-8-sig").splitlines()))
    assert [int(grant["grant"]) for grant in cells] == list(published)
    for row in cells:
        for name in ("status", "covering", "applied", "sole"):
            assert row[name] == str(published[int(row["grant"])][name])
    usage = [json.loads(line) for line in files["publish/usage_daily.jsonl"].decode().splitlines()]
    for grant, row in published.items():
        for name in ("covering", "applied", "sole"):
            assert row[name] == sum(use[name] for use in usage if use["grant"] == grant)
    denied = sum(use["n"] for use in usage if use["decision"] == 2)
    for name in ("csv/denials.csv", "publish/denials.jsonl"):
        text = files[name].decode("utf-8-sig").splitlines()
        rows = csv.DictReader(text) if name.endswith("csv") else map(json.loads, text)
        assert denied == sum(int(denial["n"]) for denial in rows)
    assert f"<b>{denied:,}</b>" in files["report/estate.en.html"].decode()


def test_suggestions_have_rows(spark: SparkSession, order: Order, done: dict[str, bytes]) -> None:
    """In the table, and as many are published; once a file that Spark overlooked left it empty."""
    kept = ParquetStore(spark, order.out, order.out).read("suggestions").count()
    assert kept == len(results(done)["publish/suggestions.jsonl"].splitlines()) > 0


def test_the_summary_counts_what_was_damaged(done: dict[str, bytes]) -> None:
    """The damaged line is a bad line and a gap; the line written twice is a duplicate."""
    summary = json.loads(results(done)["publish/run.json"])
    total = sum(len(lines) for lines in sample.events(sample.DAYS).values())
    expected = {
        "v": 2, "center": "5f0c", "epoch": "e1", "revision": 50, "from": "2026-11-07", "until": "2026-11-09",
        "generated": sample.START + sample.DAYS * sample.DAY, "files": 2, "events": total - 1, "bad_lines": 1,
        "duplicates": 1, "lost": 1, "coverage_percent": 10_000 * (total - 1) // total / 100, "late": 0, "very_late": 0,
        "conflicting": 0,
        "min_coverage": 90.0, "min_watched_days": 1,
    }  # fmt: skip
    assert {number: summary[number] for number in expected} == expected
    assert summary["lines"]["grant_status.jsonl"] == 14


@pytest.fixture
def empty(order: Order, tmp_path: Path) -> Order:
    """Nothing was logged."""
    (tmp_path / "events").mkdir()
    (tmp_path / "events" / "a.jsonl").touch()
    return replace(order, events=str(tmp_path / "events"), out=tmp_path / "out", missing_days=True)


def test_a_run_without_events_and_window_is_refused(spark: SparkSession, empty: Order) -> None:
    with pytest.raises(SourceError, match="--from and --until"):
        run.run(spark, replace(empty, since=None))


@pytest.mark.soak
def test_a_window_without_events_can_be_judged(spark: SparkSession, empty: Order) -> None:
    """Nothing logged proves nothing: every grant that stands is unknown."""
    found = run.run(spark, empty)
    lines = packed.read(found / "publish" / "grant_status.jsonl.gz").splitlines()
    assert {json.loads(line)["status"] for line in lines} == {"unknown"}
    assert len(lines) == 13


def test_two_runs_do_not_write_into_one_directory(spark: SparkSession, order: Order, tmp_path: Path) -> None:
    """The second is refused before it reads anything into tables."""
    with workplace(tmp_path / "out"), pytest.raises(Busy):
        run.run(spark, replace(order, out=tmp_path / "out"))

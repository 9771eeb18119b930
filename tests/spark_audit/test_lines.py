"""Reading lines: places of bad lines in split files, text that is no UTF-8, a grants export that is none."""

import gzip
import json
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_audit.sources import events, json_lines
from spark_audit.sources.errors import SourceError
from spark_audit.sources.files import LocalFiles
from spark_audit.sources.fingerprint import fingerprint

CASE = Path(__file__).parent / "cases" / "single_use"
GOOD = (CASE / "events.jsonl").read_bytes().strip()


def test_line_numbers_hold_when_a_file_is_read_in_blocks(spark: SparkSession, tmp_path: Path) -> None:
    """Every seventh of 300 lines is bad; blocks of 4 KB make Spark split the file many times."""
    lines = [b"{" if number % 7 == 0 else GOOD for number in range(1, 301)]
    file = tmp_path / "a.jsonl"
    file.write_bytes(b"\n".join(lines))
    with_blocks = {"spark.sql.files.maxPartitionBytes": "4096", "spark.sql.files.openCostInBytes": "1"}
    for key, value in with_blocks.items():
        spark.conf.set(key, value)
    try:
        read = events.bronze(spark, [str(file)])
        assert read.select("block").distinct().count() > 5
        found = [bad["line"] for bad in events.bad_lines(read).orderBy("line").collect()]
    finally:
        for key in with_blocks:
            spark.conf.unset(key)
    assert found == list(range(7, 301, 7))


def test_lines_that_are_not_utf8_are_bad_and_stay_readable(spark: SparkSession, tmp_path: Path) -> None:
    """The bad byte becomes a replacement character in the quarantine; the good line is kept."""
    file = tmp_path / "b.jsonl"
    file.write_bytes(GOOD.replace(b'"svc"', b'"s\xff"') + b"\n" + GOOD)
    read = events.bronze(spark, [str(file)])
    (bad,) = events.bad_lines(read).collect()
    assert (bad["file"], bad["line"], bad["reason"]) == ("b.jsonl", 1, "not_utf8")
    assert "s\ufffd" in bad["text"]
    assert events.events(read).count() == 1


def test_a_line_that_is_not_json_is_bad(spark: SparkSession, tmp_path: Path) -> None:
    """Spark itself would take names and texts in single quotes."""
    file = tmp_path / "d.jsonl"
    file.write_bytes(GOOD.replace(b'"', b"'") + b"\n" + GOOD + b"x\n" + GOOD)
    read = events.bronze(spark, [str(file)])
    found = [(bad["line"], bad["reason"]) for bad in events.bad_lines(read).orderBy("line").collect()]
    assert found == [(1, "malformed"), (2, "malformed")]


def test_only_the_beginning_of_a_huge_line_is_kept(spark: SparkSession, tmp_path: Path) -> None:
    """A megabyte of text is no event and must not fill the quarantine."""
    file = tmp_path / "c.jsonl"
    file.write_bytes(b"x" * 1_000_000)
    (bad,) = events.bad_lines(events.bronze(spark, [str(file)])).collect()
    assert (bad["reason"], bad["text"]) == ("too_long", "x" * 200)


def test_open_files_are_read_only_when_asked_for(tmp_path: Path) -> None:
    """A file that is still written ends in `.open`."""
    for name in ("b.jsonl", "a.jsonl.gz", "c.jsonl.open", "d.jsonl.gz.new", "b.jsonl.sha256", "readme.txt"):
        (tmp_path / name).touch()
    assert [entry.name for entry in LocalFiles(str(tmp_path)).list(False)] == ["a.jsonl.gz", "b.jsonl"]
    assert [entry.name for entry in LocalFiles(str(tmp_path)).list(True)] == [
        "a.jsonl.gz",
        "b.jsonl",
        "c.jsonl.open",
    ]


def test_compressed_files_are_read_like_others(spark: SparkSession, tmp_path: Path) -> None:
    """What the plugin writes: gzip; bad lines keep their numbers."""
    file = tmp_path / "e.jsonl.gz"
    file.write_bytes(gzip.compress(GOOD + b"\n{\n" + GOOD + b"\n"))
    read = events.bronze(spark, [str(file)])
    (bad,) = events.bad_lines(read).collect()
    assert (bad["file"], bad["line"], bad["reason"]) == ("e.jsonl.gz", 2, "malformed")
    assert events.events(read).count() == 2


def test_an_observed_event_may_have_no_user(spark: SparkSession, tmp_path: Path) -> None:
    """While a broker only observes, a client without a name may be let in by others."""
    line = json.loads(GOOD) | {"dec": 3, "code": "NO_PRINCIPAL"}
    del line["user"]
    file = tmp_path / "f.jsonl"
    file.write_text(json.dumps(line))
    (event,) = events.events(events.bronze(spark, [str(file)])).collect()
    assert (event["user"], event["dec"]) == ("", 3)


def test_missing_inputs_are_named(spark: SparkSession, tmp_path: Path) -> None:
    """The message says which."""
    with pytest.raises(SourceError, match="nowhere is not a directory"):
        LocalFiles("nowhere").list(False)
    assert json_lines.read(spark, []).count() == 0


def test_the_run_id_depends_on_contents_and_settings_only(tmp_path: Path) -> None:
    """Not on the directory or the order; on every content, every byte and every setting."""
    first, second = tmp_path / "one" / "a", tmp_path / "two" / "a"
    for file in (first, second):
        file.parent.mkdir()
        file.write_text("text")
    assert fingerprint(["x", "y"], [first], ["14"]) == fingerprint(["y", "x"], [second], ["14"])
    assert fingerprint(["x"], [first], ["14"]) != fingerprint(["x"], [first], ["15"])
    assert fingerprint(["x"], [first], ["14"]) != fingerprint(["y"], [first], ["14"])
    second.write_text("Text")
    assert fingerprint([], [first], ["14"]) != fingerprint([], [second], ["14"])

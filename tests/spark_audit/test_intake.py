"""Files as they come: damaged, growing, renamed, from an address, with clocks that are wrong."""

import gzip
import json
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from pyspark.sql import SparkSession

from spark_audit.jobs.intake import arrivals, inputs
from spark_audit.jobs.intake.silver import DirectoryState, Intake
from spark_audit.jobs.progress import Progress
from spark_audit.jobs.results import publication
from spark_audit.jobs.run_order import Order, Period
from spark_audit.sources import history, listing
from spark_audit.sources.errors import SourceError
from spark_audit.sources.history import History
from spark_audit.store import FileRead, Ledger, ParquetStore
from spark_audit.store.staging import workplace
from spark_audit.transforms.silver.pseudonyms import Pseudonyms
from tests.spark_audit import histories, sample

LINES = min(sample.events(1).items())[1]


def text(*numbers: int, **changes: Any) -> str:
    """Some lines of the sample."""
    return "".join(json.dumps({**LINES[number], **changes}) + "\n" for number in numbers)


@cache
def _export(spark: SparkSession) -> History:
    with TemporaryDirectory() as place:
        export = sample.write(Path(place), 1)[1]
        return history.read(spark, str(export), lambda _, rows: rows.localCheckpoint())


class Directory:
    """An audit's directory whose intake alone is run."""

    def __init__(self, spark: SparkSession, tmp_path: Path) -> None:
        self.spark, self.events, self.out = spark, tmp_path / "events", tmp_path / "out"
        self.history = sample.write(tmp_path / "sample", 1)[1]
        self.events.mkdir()

    @property
    def past(self) -> History:
        """The export. Only the manifests of directories differ, so the tables are read once for all."""
        return replace(_export(self.spark), manifest=history.manifest(str(self.history)))

    def take_in(self, address: str = "", include_open: bool = False, any_revision: bool = False) -> list[FileRead]:
        """What the ledger says afterwards."""
        order = Order(address or str(self.events), str(self.history), self.out, include_open=include_open)
        files = inputs.files(order.events, self.spark)
        with workplace(self.out) as aside:
            ledger = Ledger(self.out, aside)
            intake = Intake(
                self.spark, ParquetStore(self.spark, self.out, aside), ledger, aside, self.past,
                DirectoryState(date(2026, 11, 7), None, Pseudonyms(b"", ())),
            )  # fmt: skip
            found = listing.HashCache(self.out / "x").hashed(files, inputs.list_files(files, order))
            new = arrivals.without_beginnings(files, listing.new(found, ledger.has), found)
            if new:
                intake.take_in(files, new, any_revision, Progress())
            return ledger.rows()

    def window(self) -> Period:
        """The one that is judged when none is asked for."""
        store, known = ParquetStore(self.spark, self.out, self.out), history.manifest(str(self.history))
        order = Order(str(self.events), str(self.history), self.out, missing_days=True)
        return inputs.window(order, Ledger(self.out, self.out), store, known.time)

    def rows(self, name: str, *columns: str) -> list[list[Any]]:
        """Columns of a table, sorted."""
        table = ParquetStore(self.spark, self.out, self.out).read(name).select(*columns)
        return sorted((list(row) for row in table.collect()), key=str)


@pytest.fixture
def directory(spark: SparkSession, tmp_path: Path) -> Directory:
    """A new one."""
    return Directory(spark, tmp_path)


def test_damage_is_named_and_the_rest_is_read(directory: Directory, tmp_path: Path) -> None:
    """Cut and broken archives, text of other encodings, a line of 10 MB, names that Hadoop would take for patterns.

    Read from an address, the ledger says the same.
    """
    whole = gzip.compress(text(0, 1, 2).encode() * 400)
    files = {
        "whole [1] 订单.jsonl.gz": whole + gzip.compress(text(3).encode()),
        "cut.jsonl.gz": whole[: len(whole) // 2],
        "broken.jsonl.gz": b"\x1f\x8b no archive",
        "empty.jsonl.gz": b"",
        "utf16.jsonl": text(4).encode("utf-16"),
        "long.jsonl": b"x" * 10_000_000 + b"\n" + text(5).encode(),
        "split{}.jsonl": text(6).replace("standalone", "stand\nalone", 1).encode() + text(7).rstrip("\n").encode(),
    }
    for name, content in files.items():
        (directory.events / name).write_bytes(content)
    found = {file.file: (file.events, file.reasons) for file in directory.take_in()}
    cut_events, cut_reasons = found.pop("cut.jsonl.gz")
    assert 0 < cut_events < 1200
    assert cut_reasons["damaged_file"] == 1
    assert found == {
        "whole [1] 订单.jsonl.gz": (1201, {}),
        "broken.jsonl.gz": (0, {"damaged_file": 1}),
        "empty.jsonl.gz": (0, {}),
        "utf16.jsonl": (0, {"not_utf8": 1, "malformed": 1}),
        "long.jsonl": (1, {"too_long": 1}),
        "split{}.jsonl": (1, {"malformed": 2}),
    }
    quarantined = directory.rows("quarantine", "file", "line", "reason")
    assert ["broken.jsonl.gz", 1, "damaged_file"] in quarantined
    assert ["long.jsonl", 1, "too_long"] in quarantined
    assert len(quarantined) == sum(file.bad for file in Ledger(directory.out, tmp_path).rows())
    assert sorted(event[0] for event in directory.rows("events", "seq")) == [1, 2, 3, 4, 6, 8]
    elsewhere = Directory(directory.spark, tmp_path / "elsewhere")
    assert elsewhere.take_in(f"file://{directory.events}") == Ledger(directory.out, tmp_path).rows()


def test_a_file_that_grew_is_counted_once(directory: Directory) -> None:
    """Read while it is written, its last line cut; then finished and compressed: no line, good or bad, stays twice."""
    growing = directory.events / "broker-1-boot-1793836800000.jsonl.open"
    growing.write_text(text(0) + text(1)[:40])
    (before,) = directory.take_in(include_open=True)
    assert (before.events, before.reasons) == (1, {"malformed": 1})
    growing.unlink()
    (directory.events / "broker-1-boot-1793836800000.jsonl.gz").write_bytes(gzip.compress(text(0, 1).encode()))
    (after,) = directory.take_in()
    assert (after.file, after.events, after.bad) == ("broker-1-boot-1793836800000.jsonl.gz", 2, 0)
    assert directory.rows("quarantine", "reason") == []
    assert directory.rows("events", "seq") == [[1], [2]]


def test_a_file_that_is_gone_when_it_is_read_is_named(directory: Directory) -> None:
    """Of an address; the run ends and is started again."""
    (directory.events / "gone.jsonl.gz").write_bytes(gzip.compress(text(0).encode()))
    files = inputs.files(f"file://{directory.events}", directory.spark)
    (entry,) = files.list(include_open=False)
    (directory.events / "gone.jsonl.gz").unlink()
    with pytest.raises(SourceError, match=r"gone\.jsonl\.gz cannot be read: "):
        files.sha256(entry)
    with pytest.raises(SourceError, match=r"gone\.jsonl\.gz cannot be read: "):
        files.text_bytes(entry)


def test_wrong_clocks_are_flagged_and_do_not_move_the_window(directory: Directory) -> None:
    """An event after the export, one before its own revision, one very late; all are kept.

    A window never begins or ends on a day with flagged events only.
    """
    exported, made = sample.START + 30 * sample.DAY, histories.BEGIN + 5000  # of revision 5, the last known
    (directory.events / "a.jsonl").write_text(
        text(0)
        + text(1, time=exported + 2 * sample.DAY, t_end=None)
        + text(2, time=made - 60_001, t_end=None, rev=30)
        + text(3, time=made - 59_999, t_end=None, rev=31)
        + text(4, time=made - 40 * sample.DAY, t_end=None, rev=31)
        + text(5, time=exported + 3_700_000, t_end=None)
    )
    (row,) = directory.take_in()
    assert directory.rows("events", "seq", "clock") == [
        [1, None], [2, "future"], [3, "skewed"], [4, None], [5, "skewed"], [6, "future"],
    ]  # fmt: skip
    assert (row.first_date, row.last_date) == ("2025-05-06", "2026-12-07")
    assert (row.late, row.very_late) == (4, 3)
    assert directory.window() == Period(date(2026, 11, 7), date(2026, 11, 7)), "what is behind a long pause is no part"
    (directory.events / "b.jsonl").write_text(text(6, time=exported + 3_500_000, t_end=None))
    directory.take_in()
    assert directory.window().until == date(2026, 12, 7)
    days = enumerate(range(-150, 30, 10), 7)
    lines = [text(number, time=sample.START + day * sample.DAY, t_end=None) for number, day in days]
    (directory.events / "c.jsonl").write_text("".join(lines))
    directory.take_in()
    assert directory.window() == Period(date(2026, 8, 10), date(2026, 12, 7)), "120 days, a third more than are needed"


def test_events_after_an_older_export_end_a_later_window(directory: Directory) -> None:
    """They were flagged, and the days after an export would never have been judged by default."""
    manifest = directory.history / "manifest.json"
    newer = manifest.read_text()
    manifest.write_text(json.dumps(json.loads(newer) | {"time": sample.START + sample.DAY}))
    (directory.events / "a.jsonl").write_text(text(0) + text(1, time=sample.START + 3 * sample.DAY, t_end=None))
    directory.take_in()
    assert directory.rows("events", "clock") == [["future"], [None]]
    assert directory.window().until == date(2026, 11, 7)
    manifest.write_text(newer)
    assert directory.window().until == date(2026, 11, 10)


def test_numbers_that_no_sum_can_hold_are_bad_lines(directory: Directory) -> None:
    """Every later run would have ended in an overflow. And events of Pulsar's own log are no duplicates."""
    most, last = (1 << 31) - 1, 10**15
    boot = str(LINES[0]["uid"]).removesuffix("-1")
    (directory.events / "a.jsonl").write_text(
        text(0, n=most)
        + text(1, n=most + 1)
        + text(2, uid=f"{boot}-{last}", seq=last)
        + text(3, uid=f"{boot}-{last + 1}", seq=last + 1)
        + text(4, source="log")
    )
    (row,) = directory.take_in()
    assert row.reasons == {"bad_value:n": 1, "bad_value:seq": 1}
    assert (row.days, row.logged) == ({"2026-11-07": 3}, {"2026-11-07": 1})
    day = date(2026, 11, 7)
    assert publication.count_arrived([row], Period(day, day)) == 2


def test_a_restored_center_may_have_lost_revisions(directory: Directory) -> None:
    """Then its events are taken in, when the operator says so."""
    (directory.events / "a.jsonl").write_text(text(0, rev=51))
    with pytest.raises(SourceError, match="of revision 51, the export ends with 50"):
        directory.take_in()
    assert [file.events for file in directory.take_in(any_revision=True)] == [1]


def test_events_later_than_the_export_wait_for_the_next_one(directory: Directory) -> None:
    """A right was changed while the history was exported, as on any night: the other files are judged."""
    exported = history.manifest(str(directory.history)).time
    (directory.events / "a.jsonl").write_text(text(0, 1))
    (directory.events / "b.jsonl").write_text(text(2) + text(3, rev=51, time=exported + 1000, t_end=None))
    assert [file.file for file in directory.take_in()] == ["a.jsonl"]
    assert directory.rows("events", "seq") == [[1], [2]]
    manifest = directory.history / "manifest.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"revision": 51, "time": exported + 2000}))
    assert [file.file for file in directory.take_in()] == ["a.jsonl", "b.jsonl"]
    assert directory.rows("events", "seq") == [[1], [2], [3], [4]]


def test_a_first_intake_of_only_later_events_notes_nothing(directory: Directory) -> None:
    """Nothing is noted, not even whose directory it is."""
    exported = history.manifest(str(directory.history)).time
    (directory.events / "a.jsonl").write_text(text(3, rev=51, time=exported + 1000, t_end=None))
    assert directory.take_in() == []
    assert not (directory.out / "ledger").exists()

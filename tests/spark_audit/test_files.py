"""Event files wherever they lie and however they are called: each is read whole, once, or the run says why not."""

import gzip
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession

from spark_audit.jobs.intake import arrivals
from spark_audit.jobs.intake.counting import FileCounts
from spark_audit.jobs.intake.silver import Intake
from spark_audit.sources.errors import SourceError
from spark_audit.sources.files import Entry, LocalFiles, link_overlooked
from spark_audit.sources.listing import HashCache, HashedFile
from spark_audit.store import FileRead, Ledger
from tests.spark_audit.test_intake import Directory, text

BOOT = "boot-1793836800000.jsonl"


def packed(*texts: str) -> bytes:
    """As the plugin compresses them, each for itself."""
    return b"".join(gzip.compress(content.encode()) for content in texts)


@pytest.fixture
def directory(spark: SparkSession, tmp_path: Path) -> Directory:
    """A new one."""
    return Directory(spark, tmp_path)


def test_files_are_read_by_any_name_and_path(directory: Directory, tmp_path: Path) -> None:
    """Names that Spark overlooks, a link to a directory, `..` in the address: compressed ones were read as empty."""
    (directory.events / f"_2001_db8__1__8080-{BOOT}.gz").write_bytes(packed(text(0)))
    (directory.events / f".hidden-{BOOT}").write_text(text(1))
    (directory.events / f"broker:8080 [a]-{BOOT}.gz").write_bytes(packed(text(2) + "{\n"))
    (directory.events / f"m\udcfcnchen-{BOOT}").write_text(text(5) + "{\n")
    (directory.events / "10:00").mkdir()
    (directory.events / "10:00" / f"noon-{BOOT}.gz").write_bytes(packed(text(6)))
    (directory.events / f"marked-{BOOT}").write_bytes(b"\xef\xbb\xbf" + text(3).encode())
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / f"link_overlooked-{BOOT}").write_text(text(4))
    (directory.events / "link").symlink_to(tmp_path / "elsewhere")
    ledger = directory.take_in(f"{directory.events}/../events")
    assert {file.file.partition("-")[0]: (file.events, file.bad) for file in ledger} == {
        "_2001_db8__1__8080": (1, 0), ".hidden": (1, 0), "broker:8080 [a]": (1, 1), "marked": (1, 0),
        "link/link_overlooked": (1, 0), "10:00/noon": (1, 0), "m\udcfcnchen": (1, 1),
    }  # fmt: skip
    assert [line for _, line in directory.rows("quarantine", "file", "line")] == [2, 2]
    assert directory.rows("events", "seq") == [[1], [2], [3], [4], [5], [6], [7]]


def test_an_object_name_that_spark_overlooks_is_refused(tmp_path: Path) -> None:
    """There is no link to it."""
    entry = Entry("_a.jsonl", "s3a://audit/_a.jsonl", "s3a://audit/_a.jsonl", 1, 0)
    with pytest.raises(SourceError, match=r"overlooks s3a://audit/_a\.jsonl: rename it"):
        link_overlooked([entry], tmp_path)
    assert link_overlooked([replace(entry, path="s3a://a_b/.c/a.jsonl")], tmp_path) == {}


def test_each_batch_has_links_of_its_own(tmp_path: Path) -> None:
    """Of files with one name too."""
    for number in range(2):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "_a.jsonl").write_text(str(number))
    entries = LocalFiles(str(tmp_path)).list(include_open=False)
    links = [
        *link_overlooked(entries[:1], tmp_path / "aside").values(),
        *link_overlooked(entries[1:], tmp_path / "aside").values(),
    ]
    assert [Path(link).read_text() for link in links] == ["0", "1"]


def test_links_that_lead_back_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "a.jsonl").touch()
    (tmp_path / "a" / "b" / "up").symlink_to(tmp_path / "a")
    (tmp_path / "today").symlink_to("a")
    names = [entry.name for entry in LocalFiles(str(tmp_path)).list(include_open=False)]
    assert names == ["a/b/a.jsonl", "today/b/a.jsonl"]


def test_an_unreadable_directory_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files would be missing without a word. That of the disk itself has none."""
    (tmp_path / "a.jsonl").touch()
    (tmp_path / "lost+found").mkdir()
    really = os.scandir

    def refuse(path: str) -> object:
        if str(path).endswith(("broker-2", "lost+found")):
            raise PermissionError(13, "Permission denied", str(path))
        return really(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert len(LocalFiles(str(tmp_path)).list(include_open=False)) == 1
    (tmp_path / "broker-2").mkdir()
    with pytest.raises(PermissionError):
        LocalFiles(str(tmp_path)).list(include_open=False)


def test_text_missing_from_a_whole_archive_is_an_error(tmp_path: Path) -> None:
    """A reader that broke off leaves fewer lines of an archive with which nothing is wrong; one, or several in one."""
    for content in (packed(text(0, 1, 2)), packed(text(0, 1), text(2))):
        (tmp_path / "a.jsonl.gz").write_bytes(content)
        found = _found(tmp_path)["a.jsonl.gz"]
        whole, cut_off = ({found.entry.uri: FileCounts("", text_bytes=len(some))} for some in (text(0, 1, 2), text(0)))
        assert arrivals.read(LocalFiles(str(tmp_path)), found, whole, 0, None).row.reasons == {}
        for counted in (cut_off, {}):
            with pytest.raises(SourceError, match="could not be read to its end"):
                arrivals.read(LocalFiles(str(tmp_path)), found, counted, 0, None)


def test_a_file_beside_its_compressed_form_counts_once(directory: Directory) -> None:
    """Shippers leave the first copy where it is: no line of it counts twice, whichever is read first."""
    plain = directory.events / f"late-{BOOT}"
    plain.write_text(text(0) + "{\n")
    directory.take_in()
    (directory.events / f"late-{BOOT}.gz").write_bytes(packed(text(0) + "{\n" + text(1)))
    (directory.events / f"both-{BOOT}").write_text(text(2) + "{{\n")
    (directory.events / f"both-{BOOT}.gz").write_bytes(packed(text(2) + "{{\n"))
    (directory.events / f"other-{BOOT}").write_text(text(4))
    (directory.events / f"other-{BOOT}.gz").write_bytes(packed(text(5)))
    for _ in range(2):
        ledger = [(file.file.partition(f"-{BOOT}"), file.bad) for file in directory.take_in()]
        read = [(name + ending, bad) for (name, _, ending), bad in ledger]
        assert read == [("both.gz", 1), ("late.gz", 1), ("other", 0), ("other.gz", 0)]
    assert len(directory.rows("quarantine", "line")) == 2


def test_a_half_copied_archive_is_read_again(directory: Directory) -> None:
    """A copy that was read half way is damaged until the rest has come; a damaged file stays in the quarantine."""
    whole = packed(text(*range(12)))
    for name, content in ((f"half-{BOOT}.gz", whole[: len(whole) // 2]), (f"bad-{BOOT}.gz", b"\x1f\x8b" * 50)):
        (directory.events / name).write_bytes(content)
    assert [file.reasons for file in directory.take_in()] == [{"damaged_file": 1}] * 2
    (directory.events / f"half-{BOOT}.gz").write_bytes(whole)
    (directory.events / f"bad-{BOOT}.gz").write_bytes(packed(text(12)))
    found = [(file.file.partition("-")[0], file.events, file.reasons) for file in directory.take_in()]
    assert sorted(found, key=str) == [("bad", 0, {"damaged_file": 1}), ("bad", 1, {}), ("half", 12, {})]
    assert directory.rows("quarantine", "file") == [[f"bad-{BOOT}.gz"]]


def test_a_file_deleted_while_it_is_read_is_an_error(directory: Directory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its broker has finished it since it was listed."""
    file = directory.events / f"a-{BOOT}.open"
    file.write_text(text(0))
    really = Intake._bronze

    def gone(intake: Intake, paths: Sequence[str]) -> DataFrame:
        file.unlink()
        return really(intake, paths)

    monkeypatch.setattr(Intake, "_bronze", gone)
    with pytest.raises(SourceError, match="has gone since it was listed"):
        directory.take_in(include_open=True)


def test_a_file_is_hashed_as_it_was_listed(tmp_path: Path) -> None:
    """The broker goes on writing: otherwise nobody would recognise the beginning of what it becomes."""
    file = tmp_path / f"a-{BOOT}.open"
    file.write_text(text(0))
    files = LocalFiles(str(tmp_path))
    (entry,) = files.list(include_open=True)
    file.write_text(text(0, 1))
    assert files.begins_with(entry, entry.bytes, files.sha256(entry))


def test_hashes_of_one_directory_are_not_used_for_another(tmp_path: Path) -> None:
    """Two files of one name, size and time."""
    for place, content in (("east", text(0)), ("west", text(0).replace("broker", "brokes").replace("1", "2"))):
        (tmp_path / place).mkdir()
        (tmp_path / place / "a.jsonl").write_text(content)
        os.utime(tmp_path / place / "a.jsonl", (1_793_836_800, 1_793_836_800))
    east, west = (LocalFiles(str(tmp_path / place)) for place in ("east", "west"))
    (first,) = HashCache(tmp_path / "seen").hashed(east, east.list(include_open=False))
    cache = HashCache(tmp_path / "seen")
    cache.write([first])
    (second,) = HashCache(tmp_path / "seen").hashed(west, west.list(include_open=False))
    assert first.entry.bytes == second.entry.bytes
    assert first.sha256 != second.sha256


def test_names_may_have_every_letter(tmp_path: Path) -> None:
    """Also those that end a line for Python: the ledger could not be read any more."""
    about: dict[str, Any] = {
        "bytes": 9, "lines": 1, "events": 1, "bad": 0, "first_date": None, "last_date": None, "late": 0,
        "very_late": 0, "days": {}, "reasons": {},
    }  # fmt: skip
    row = FileRead(file="a\u2028b\x85c\x0bd.jsonl", sha256="ff", **about)
    Ledger(tmp_path, tmp_path).write([row])
    assert Ledger(tmp_path, tmp_path).rows() == [row]


def test_archives_that_earlier_versions_took_for_empty_are_read(directory: Directory) -> None:
    """They stand in the ledger without a line; those that are empty, or were damaged, are not read every night."""
    (directory.events / f"a-{BOOT}.gz").write_bytes(packed(text(0)))
    (directory.events / f"b-{BOOT}.gz").write_bytes(packed(""))
    (directory.events / f"c-{BOOT}.gz").write_bytes(b"\x1f\x8b" * 100)
    first = directory.take_in()
    ledger = Ledger(directory.out, directory.out)
    ledger.write([replace(file, lines=0, events=0, days={}, first_date=None, last_date=None) for file in first])
    assert [ledger.has(file.sha256) for file in first] == [False, True, True]
    assert directory.take_in() == first


def _found(directory: Path) -> dict[str, HashedFile]:
    files = LocalFiles(str(directory))
    return {entry.name: HashedFile(entry, files.sha256(entry)) for entry in files.list(include_open=True)}

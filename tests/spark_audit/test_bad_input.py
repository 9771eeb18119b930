"""Input that cannot be judged is refused in one sentence that says what to do, with an exit code; nothing is written.

Here is what can be seen without Spark, word by word; `test_refusals` and `test_program` have the rest, on real runs.
"""

import gzip
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from spark_audit.__main__ import main
from spark_audit.jobs.intake import inputs
from spark_audit.jobs.run_order import Order
from tests.spark_audit import sample

Capture = pytest.CaptureFixture[str]


@dataclass
class Given:
    """What the program is started with."""

    events: Path
    history: Path
    out: str

    def arguments(self) -> list[str]:
        """Of the command line."""
        return ["run", "--events", str(self.events), "--history", str(self.history), "--out", self.out]


@pytest.fixture
def given(tmp_path: Path) -> Given:
    """A day of the sample, and a directory that is not there yet."""
    events, history = sample.write(tmp_path, 1)
    return Given(events, history, str(tmp_path / "out"))


def _emptied(given: Given) -> None:
    shutil.rmtree(given.events)
    given.events.mkdir()


def _still_written(given: Given) -> None:
    for file in list(given.events.iterdir()):
        file.rename(file.with_suffix(".jsonl.open"))


def _of_the_future(given: Given) -> None:
    file = given.history / "manifest.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"v": 2}))


def _in_the_way(given: Given) -> None:
    Path(given.out).write_text("a file")


def _an_address(given: Given) -> None:
    given.out = "s3a://audit/out"


def _among_the_events(given: Given) -> None:
    given.out = str(given.events / "new" / "out")


def _an_export_among_the_events(given: Given) -> None:
    given.history = given.history.rename(given.events / "history")


def _a_pattern(given: Given) -> None:
    given.out += "*"


def _each_file(given: Given, change: Callable[[str], str]) -> None:
    for file in given.events.iterdir():
        file.write_text(change(file.read_text()))


def _noted(given: Given, center: str) -> None:
    (Path(given.out) / "ledger").mkdir(parents=True)
    (Path(given.out) / "ledger" / "center.json").write_text(json.dumps({"v": 1, "center": center}) + "\n")


NO_EVENTS = (
    "there are no finished event files (*.jsonl, *.jsonl.gz) below {events}: see whether it is the right directory and "
    "is mounted; files that brokers still write are read with --include-open"
)
REFUSED: dict[str, tuple[Callable[[Given], object], int, str]] = {
    "empty input": (_emptied, 2, NO_EVENTS),
    "nothing finished": (_still_written, 2, NO_EVENTS),
    "no directory of events": (lambda given: shutil.rmtree(given.events), 2, "{events} is not a directory"),
    "no export": (
        lambda given: shutil.rmtree(given.history), 2,
        "{history} is no history export: it has no manifest.json. Export it with usercenter export-history",
    ),
    "half an export": (
        lambda given: (given.history / "users.jsonl").unlink(), 2,
        "{history} is no history export: it has no users.jsonl. Export it with usercenter export-history",
    ),
    "an export of a newer center": (
        _of_the_future, 2, "{history} was exported in layout 2, this program reads 1: upgrade it",
    ),
    "an address for the results": (
        _an_address, 2, "--out must be a directory that is mounted here, not an address: s3a:/audit/out",
    ),
    "results among the events": (
        _among_the_events, 2,
        "{out} lies below {events}, where all is taken for events: give an --out beside it",
    ),
    "an export among the events": (
        _an_export_among_the_events, 2,
        "{history} lies below {events}, where all is taken for events: give an --history beside it",
    ),
    "a pattern for the results": (
        _a_pattern, 2, "--out must not have any of * ? [ ] {{ }} \\, which Spark takes for a pattern: {out}",
    ),
    "event files without an event": (
        lambda given: _each_file(given, lambda _: "\n{\n{}\n"), 2,
        "no event is in the 2 files below {events}: is it the right directory?",
    ),
    "event files that are empty": (
        lambda given: _each_file(given, lambda _: ""), 2,
        "no event is in the 2 files below {events}: is it the right directory?",
    ),
    "a cluster that was renamed": (
        lambda given: _each_file(given, lambda text: text.replace('"standalone/', '"prod-old/')), 2,
        "{events}/broker-1-5f0c2b1e-1a2b-4c3d-8e4f-000000000001-1794009600000.jsonl holds events of cluster prod-old, "
        "which the center of this export never knew; it knows standalone. Keep the events of different centers in "
        "different directories; if one of these clusters was called prod-old, write its new name into the file: "
        "docs/audit-running.md, A cluster with another name",
    ),
    "an export without users": (
        lambda given: (given.history / "users.jsonl").write_text(""), 2,
        "{history}/users.jsonl is empty, but every center has a user: export the history again",
    ),
    "the directory of another center": (
        lambda given: _noted(given, "6e1d"), 2,
        "the directory holds the audit of center 6e1d, the export is of center 5f0c: "
        "give each center an --out of its own",
    ),
    "unwritable output": (
        _in_the_way, 1, "{out} cannot be written: give another --out, or let this user write there",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_refused_before_spark_is_started(
    given: Given, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, case: str
) -> None:
    change, code, sentence = REFUSED[case]
    change(given)
    # What is taken for a relative path would be here too.
    monkeypatch.chdir(tmp_path)
    before = _everything(tmp_path)
    assert main(given.arguments()) == code
    assert capsys.readouterr() == ("", f"usercenter-audit: {sentence.format(**vars(given))}\n")
    assert _everything(tmp_path) == before


def _everything(directory: Path) -> dict[Path, bytes | None]:
    """Directories too."""
    return {path: path.read_bytes() if path.is_file() else None for path in directory.rglob("*")}


OTHERS: dict[str, Callable[[bytes], bytes]] = {
    "a web page (HTML or XML)": lambda _: b"<!doctype html>\n<html>502 Bad Gateway</html>\n",
    "one JSON array": lambda text: b"[" + text.replace(b"}\n{", b"},\n{") + b"]\n",
    "UTF-16": lambda text: text.decode().encode("utf-16"),
    "a zip archive": lambda _: b"PK\x03\x04 and so on",
    "packed by zstd": lambda _: b"\x28\xb5\x2f\xfd and so on",
    "packed by gzip": gzip.compress,
}


@pytest.mark.parametrize("where", ["an event file", "a packed event file", "an export"])
@pytest.mark.parametrize("form", OTHERS)
def test_files_of_another_form_are_refused(given: Given, capsys: Capture, form: str, where: str) -> None:
    """They never count as empty, and are refused before Spark is started."""
    file = given.history / "roles.jsonl" if where == "an export" else min(given.events.iterdir())
    content = OTHERS[form](file.read_bytes())
    file.write_bytes(content)
    if where == "a packed event file":
        file = file.rename(file.with_suffix(".jsonl.gz"))
        file.write_bytes(gzip.compress(content))
    assert main(given.arguments()) == 2
    assert capsys.readouterr().err == (
        f"usercenter-audit: {file} is {form}, and no lines of JSON as they were written: bring the file once more\n"
    )


def test_an_unpacked_file_called_gz_is_refused(given: Given, capsys: Capture) -> None:
    """Spark would find nothing in it."""
    file = min(given.events.iterdir())
    file.rename(file.with_suffix(".jsonl.gz"))
    assert main(given.arguments()) == 2
    assert ".jsonl.gz is not packed by gzip, and no lines of JSON" in capsys.readouterr().err


def test_the_documented_command_renames_a_cluster(given: Given, tmp_path: Path) -> None:
    """The command of the page makes its files ones of the cluster."""
    page = (Path(__file__).parents[2] / "docs" / "audit-running.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^sed .*$", page, re.MULTILINE)
    (tmp_path / "old").mkdir()
    for file in sorted(given.events.iterdir()):
        lines = [json.dumps(json.loads(line), separators=(",", ":")) for line in file.read_text().splitlines()]
        text = "\n".join(lines) + "\n"  # as the plugin writes them
        (tmp_path / "old" / "broker-1.jsonl").write_text(text.replace('"standalone/', '"prod-old/'))
        file.unlink()
    subprocess.run(command.replace('"prod/', '"standalone/'), shell=True, cwd=tmp_path, check=True)
    inputs.check(Order(str(given.events), str(given.history), Path(given.out)))


def test_usable_files_are_not_refused_early(given: Given) -> None:
    """A mark of UTF-8, a half archive, a strange event among others, and a file that is empty."""
    first, second = sorted(given.events.iterdir())
    first.write_bytes(b"\xef\xbb\xbf" + first.read_bytes())
    lines = second.read_bytes().splitlines(keepends=True)
    strange = [line.replace(b'"standalone/', b'"elsewhere/') for line in lines[: len(lines) // 2 - 1]]
    second.write_bytes(b"".join(strange + lines[len(strange) :]))
    (given.events / "half.jsonl.gz").write_bytes(gzip.compress(b"".join(lines))[:99])
    (given.events / "empty.jsonl").touch()
    inputs.check(Order(str(given.events), str(given.history), Path(given.out)))


def test_a_window_after_the_export_is_refused(given: Given, capsys: Capture) -> None:
    """Told before Spark is started."""
    assert main([*given.arguments(), "--until", "2026-12-08"]) == 2
    assert "the window ends on 2026-12-08, the history was exported on 2026-12-07" in capsys.readouterr().err


def test_an_erasure_in_an_empty_directory_is_refused(tmp_path: Path, capsys: Capture) -> None:
    """Before Spark is started, too."""
    for user, sentence in (("ana", f"{tmp_path} is no directory of the audit"), (" ", "--user is empty")):
        assert main(["erase", "--out", str(tmp_path), "--user", user, "--key-file", "none"]) == 2
        assert sentence in capsys.readouterr().err


def test_a_run_without_java_is_refused(given: Given, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", "/nowhere")
    monkeypatch.delenv("PYSPARK_GATEWAY_PORT", raising=False)
    assert main(given.arguments()) == 2
    assert capsys.readouterr().err == (
        "usercenter-audit: there is no Java: install a JDK 17 or 21, and set JAVA_HOME if it is not in the search "
        "path\n"
    )

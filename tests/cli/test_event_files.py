"""`ship-events` and `observe-report`, on real files."""

import gzip
import hashlib
import json
import os
import signal
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from app.__main__ import main
from app.cli import event_files, event_shipping, observe_report
from app.cli.exit_status import CommandError

BOOT = "5f0c2b1e-1a2b-4c3d-8e4f-000000000001"


def line(seq: int, **fields: object) -> bytes:
    """An event of alice, as the plugin writes it."""
    event = {"uid": f"{BOOT}-{seq}", "seq": seq, "time": 1_794_009_601_000, "act": 3, "op": "PRODUCE", "dec": 1,
             "code": "GRANTED", "kind": 0, "user": "alice", "res": "prod/acme/orders/created", "v": 1}  # fmt: skip
    return json.dumps({**event, **fields}).encode() + b"\n"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """What a broker has written: two finished files, one being written, one being compressed."""
    directory = tmp_path / "events"
    directory.mkdir()
    (directory / "b-1.jsonl.gz").write_bytes(gzip.compress(line(1) + line(2, dec=3, code="NO_GRANT", n=4)))
    (directory / "b-2.jsonl").write_bytes(line(3, dec=2, code="NATIVE_DENIED", user="bob"))
    (directory / "b-3.jsonl.open").write_bytes(line(4, dec=3, code="NO_GRANT") + b'{"cut')
    (directory / "b-4.jsonl.gz.new").write_bytes(b"half")
    return directory


def names(directory: Path) -> list[str]:
    """What lies there."""
    return sorted(path.name for path in directory.iterdir())


def test_finished_files_arrive_with_their_checksums(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "audit" / "broker-1"
    assert main(["ship-events", "--from", str(source), "--to", str(target)]) == 0
    assert names(target) == ["b-1.jsonl.gz", "b-1.jsonl.gz.sha256", "b-2.jsonl", "b-2.jsonl.sha256"]
    assert subprocess.run(["sha256sum", "--check", "--quiet", *target.glob("*.sha256")], cwd=target).returncode == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert main(["ship-events", "--from", str(source), "--to", str(target)]) == 0
    assert capsys.readouterr().out == "", "nothing is shipped twice"
    assert names(source) == ["b-1.jsonl.gz", "b-2.jsonl", "b-3.jsonl.open", "b-4.jsonl.gz.new"]
    assert [oct(path.stat().st_mode & 0o777) for path in target.iterdir()] == ["0o600"] * 4


def test_links_are_not_shipped(source: Path, tmp_path: Path) -> None:
    """Whoever may write the source directory must not have other files of the shipping user copied out."""
    secret = tmp_path / "secret"
    secret.write_text("of somebody else")
    (source / "a-1.jsonl").symlink_to(secret)
    (source / "a-2.jsonl.open").symlink_to(secret)
    target = tmp_path / "audit"
    assert [file.name for file in event_shipping.ship(source, target, delete=True)] == ["b-1.jsonl.gz", "b-2.jsonl"]
    assert secret.read_text() == "of somebody else"
    assert all("a-" not in path.name for path in event_files.all_files(source))


def test_shipped_files_may_be_removed(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "audit"
    list(event_shipping.ship(source, target))
    (target / "b-2.jsonl").write_bytes(line(9, user="eve", dec=2, code="NATIVE_DENIED"))
    list(event_shipping.ship(source, target, delete=True))
    assert names(source) == ["b-2.jsonl", "b-3.jsonl.open", "b-4.jsonl.gz.new"], "what arrived damaged stays here"


def test_a_killed_shipper_goes_on(source: Path, tmp_path: Path) -> None:
    """Killed after each file: files with a checksum are whole, and in the end all have arrived."""
    content = os.urandom(3 << 20)
    for number in range(4):
        (source / f"c-{number}.jsonl.gz").write_bytes(content + bytes([number]))
    target = tmp_path / "audit"
    killed = 0
    while (status := kill_when_one_arrived(source, target)) != 0:
        assert status == -signal.SIGKILL
        killed += 1
        for checksum in target.glob("*.sha256"):
            whole = hashlib.sha256(checksum.with_suffix("").read_bytes()).hexdigest()
            assert checksum.read_text().split()[0] == whole
    assert killed > 1
    assert {path.name for path in event_files.finished_files(source)} <= set(names(target))


def kill_when_one_arrived(source: Path, target: Path) -> int:
    """Ship in a process of its own, which waits after its second file, so that it is never done before it is killed;
    answers how that ended."""
    code = "import sys; from pathlib import Path; from app.cli import event_shipping\n" \
        "for number, file in enumerate(event_shipping.ship(*map(Path, sys.argv[1:]))):\n" \
        "    print(file.name, flush=True); number and sys.stdin.readline()"  # fmt: skip
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code, source, target], stdin=pipe, stdout=pipe) as shipper:
        assert shipper.stdout is not None
        if shipper.stdout.readline():
            shipper.kill()
        return shipper.wait(60)


def test_another_file_of_the_same_name_is_refused(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "audit"
    list(event_shipping.ship(source, target))
    (source / "b-2.jsonl").write_bytes(line(3) + line(4))
    with pytest.raises(CommandError, match="another file"):
        list(event_shipping.ship(source, target))
    assert main(["ship-events", "--from", str(tmp_path / "none"), "--to", str(target)]) == 2


def test_the_report_names_what_would_change(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (source / "b-1.jsonl.open").write_bytes(line(1))  # finished meanwhile: not counted twice
    assert main(["observe-report", str(source)]) == 0
    lines = [each.split() for each in capsys.readouterr().out.splitlines()]
    assert lines[0][0] == "7"
    denied = ["alice", "PRODUCE", "prod/acme/orders/created", "NO_GRANT", "5", "2026-11-07", "00:00:01Z"]
    assert denied in lines
    assert ["bob", "PRODUCE", "prod/acme/orders/created", "NATIVE_DENIED", "1", "2026-11-07", "00:00:01Z"] in lines
    assert main(["observe-report", str(source / "none")]) == 2


BAD_LINES = [
    b'{"n":"x"}', b'{"n":0}', b'{"n":1e400}', b'{"n":true}', b'{"time":-1}', b'{"t_end":99999999999999999}',
    b'{"user":7}', b'{"op":["x"]}', b'{"user":"\\ud800"}', b'{"n":' + b"9" * 5000 + b"}", b"[" * 50_000, b"[]", b"null",
    b'{"cut', b"\xff",
]  # fmt: skip


def test_lines_that_are_no_events_are_counted_and_left_out(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Any content: no traceback, and the other lines count."""
    (source / "e.jsonl").write_bytes(b"".join(bad + b"\n" for bad in BAD_LINES) + line(7))
    assert main(["observe-report", str(source)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("8 questions were recorded.\n")
    assert f"\n{len(BAD_LINES) + 1} lines are no events" in said, "with the one that is still being written"


def test_a_line_without_an_end_takes_no_memory(tmp_path: Path) -> None:
    """50 MB in one line of a small file, and an event behind it."""
    with gzip.open(tmp_path / "a.jsonl.gz", "wb") as file:
        for _ in range(50):
            file.write(b" " * (1 << 20))
        file.write(b"\n" + line(1))
    tracemalloc.start()
    try:
        found = observe_report.read(event_files.all_files(tmp_path))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (found.seen, found.unreadable) == (1, 1)
    assert most < 8 << 20


def test_more_kinds_than_are_kept_are_only_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observe_report, "MOST", 2)
    lines = (line(number, dec=3, user=f"u{number % 3}") for number in range(6))
    (tmp_path / "a.jsonl").write_bytes(b"".join(lines))
    found = observe_report.read(event_files.all_files(tmp_path))
    assert (found.denied.total(), len(found.denied), found.unnamed) == (4, 2, 2)
    assert "2 more times, of other kinds" in found.text()


@pytest.mark.parametrize("content", [b"not compressed", gzip.compress(line(1) * 9)[:-12]])
def test_a_damaged_file_is_named(source: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    (source / "f.jsonl.gz").write_bytes(content)
    assert main(["observe-report", str(source)]) == 2
    said = capsys.readouterr().err
    assert "f.jsonl.gz cannot be read" in said
    assert said.endswith("(event_file_unreadable)\n")


def test_names_in_the_report_cannot_steer_the_terminal(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (source / "d.jsonl").write_bytes(line(9, dec=3, code="NO_GRANT", user="a\u001b[2Jb"))
    main(["observe-report", str(source)])
    assert "\u001b" not in capsys.readouterr().out

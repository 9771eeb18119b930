"""Input in which nothing is, or something else than lines: never taken for `nothing was found`."""

import gzip
import json
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.__main__ import main
from app.cli import audit_upload
from app.cli.exit_status import CommandError
from app.cli.local_audit_upload import OwnDatabase
from app.desired_state.importing import mapping_file
from app.desired_state.policy_file.problems import FileProblem
from app.maintenance.backup import verifying
from app.maintenance.backup.failures import DamagedError
from app.platform.settings import Settings
from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import a_cluster
from tests.findings import published

OTHERS = {
    "empty": b"", "blank": b"\n\n", "binary": b"\0" * 99, "a web page": b"<!doctype html>\n<html></html>\n",
    "UTF-16": "{}\n".encode("utf-16"), "gzip": gzip.compress(b'{"n": 1}\n'), "a JSON array": b'[{"n": 1}]\n',
    "JSON of something else": b'{"level": "info"}\n',
}  # fmt: skip


@pytest.mark.parametrize("form", OTHERS)
def test_a_report_without_events_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    """An empty report would look as if nothing would be denied."""
    (tmp_path / "a.jsonl").write_bytes(OTHERS[form])
    assert main(["observe-report", str(tmp_path)]) == 2
    assert f"no event in the 1 event files below {tmp_path}: nothing was examined" in capsys.readouterr().err


@pytest.mark.parametrize("form", OTHERS)
def test_an_export_of_another_form_is_refused(root: Terminal, form: str) -> None:
    """An empty file used to pass as intact."""
    (root.home / "trail.jsonl").write_bytes(OTHERS[form])
    assert root("trail", "verify", "--file", "trail.jsonl", status=1).stdout == ""


def test_a_wrong_directory_of_events_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "broker.log").touch()
    assert main(["ship-events", "--from", str(tmp_path), "--to", str(tmp_path / "to")]) == 0
    assert f"no finished event file (*.jsonl, *.jsonl.gz) is below {tmp_path} yet" in capsys.readouterr().err


def test_a_file_without_questions_is_refused(root: Terminal) -> None:
    """An empty file used to pass as expected."""
    (root.home / "asked").write_text("# nothing yet\n\n")
    assert "asked has no question" in root("check", "asked", "--expect", "allowed", status=2).stderr


@pytest.mark.parametrize("form", OTHERS)
def test_files_of_another_form(root: Terminal, form: str) -> None:
    """As a policy, as a mapping, as a back-up: refused, never read as empty."""
    (root.home / "file").write_bytes(OTHERS[form])
    if OTHERS[form].strip():
        assert root("plan", "file", status=1).stderr.rstrip().endswith(")"), "a code"
    else:
        assert "file is empty" in root("plan", "file", status=2).stderr
    with pytest.raises(FileProblem):
        mapping_file.read(OTHERS[form])
    with pytest.raises(DamagedError, match="is no back-up of a user center"):
        verifying.verify(root.home / "file", SecretStr("k" * 40), Settings(), lambda *_: None)


@pytest.mark.parametrize("line", ["check file", "check - < file", "import prod --mapping file"])
def test_a_text_in_another_coding_is_named(root: Terminal, center: Center, line: str) -> None:
    """As editors of Windows write it."""
    center.make(a_cluster, "prod")
    (root.home / "file").write_text("root cluster:READ prod", encoding="utf-16")
    said = root.shell(f"usercenter {line}", status=2).stderr
    assert said == f"{'-' if '<' in line else 'file'} is no text in UTF-8\n"


def test_a_mistake_without_a_field_has_its_line_alone(root: Terminal) -> None:
    (root.home / "policy").write_text("version: 1\nusers: {a b: {}}\n")
    said = root("plan", "policy", "--prune", "grants,roles", status=1).stderr
    assert "\n  line 1: prune=roles deletes" in said


def test_results_of_which_a_file_is_missing(center: Center, tmp_path: Path) -> None:
    """Copied half, they would be results without findings."""
    directory = published.write(tmp_path, "run-1", findings=[])
    about = json.loads((directory / "run.json").read_text())
    (directory / "run.json").write_text(json.dumps(about | {"lines": {"findings.jsonl": 3, "creep.jsonl": 0}}))
    with pytest.raises(CommandError, match=r"does not hold the lines of findings that run\.json tells of"):
        audit_upload.load(OwnDatabase(center.database), directory)

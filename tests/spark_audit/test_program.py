"""The program as it is started: killed with SIGKILL, started again, and with wrong input."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_audit.__main__ import main
from spark_audit.jobs import run as audit
from spark_audit.jobs.order import Order
from tests.spark_audit import sample
from tests.spark_audit.test_job import tree

PROGRAM = [sys.executable, "-m", "spark_audit", "run"]


# A JVM that compiles less starts a small job faster.
QUICK = {**os.environ, "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}


def test_killed_and_started_again_the_result_is_the_same(spark: SparkSession, tmp_path: Path) -> None:
    """Killed while gold is being written; a run that was left alone, in another JVM, writes the same bytes."""
    events, history = sample.write(tmp_path, days=2)
    command = [*PROGRAM, "--events", str(events), "--history", str(history), "--out", str(tmp_path / "killed")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True, text=True, env=QUICK) as run:
        assert run.stderr is not None
        assert any(_kill_at("silver", line, run.pid) for line in run.stderr)
    assert run.returncode == -signal.SIGKILL
    assert not (tmp_path / "killed" / "current.json").exists()
    again = subprocess.run(command, capture_output=True, text=True, check=True, env=QUICK)
    place = json.loads((tmp_path / "killed" / "current.json").read_text())["path"]
    assert again.stdout.strip() == str(tmp_path / "killed" / place)
    audit.run(spark, Order(str(events), str(history), tmp_path / "alone"))
    assert tree(tmp_path / "killed") == tree(tmp_path / "alone")


def _kill_at(stage: str, line: str, group: int) -> bool:
    if f"] {stage} " not in line:
        return False
    os.killpg(group, signal.SIGKILL)
    return True


def test_wrong_input_is_told_in_one_line(tmp_path: Path) -> None:
    """Exit code 2, the reason, no stack trace, no output directory with half a result."""
    command = [*PROGRAM, "--events", "nowhere", "--history", "none", "--out", str(tmp_path / "out")]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert "usercenter-audit: nowhere is not a directory" in answer.stderr
    assert "Traceback" not in answer.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("arguments", [["--from", "yesterday"], ["--min-age-days", "x"], ["--language", "fr"]])
def test_wrong_arguments_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Before Spark is started."""
    with pytest.raises(SystemExit) as refused:
        main(["run", "--events", "e", "--history", "g", "--out", "o", *arguments])
    assert refused.value.code == 2
    assert arguments[0] in capsys.readouterr().err

"""The program as it is started: on a machine or with an input that does not allow it."""

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from spark_audit.__main__ import main
from spark_audit.jobs.order import Order
from tests.spark_audit import sample

Capture = pytest.CaptureFixture[str]

PROGRAM = [sys.executable, "-m", "spark_audit", "run"]


# A JVM that compiles less starts a small job faster.
QUICK = {**os.environ, "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}


def command(order: Order) -> list[str]:
    """How it is started for the order of the tests."""
    told = ["--events", order.events, "--history", order.history, "--out", str(order.out)]
    told += ["--from", str(order.since), "--until", str(order.until), "--min-coverage", str(order.min_coverage)]
    return [*PROGRAM, *told, *(["--tables", order.tables] if order.tables else [])]


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


MACHINES = {
    "no Java": ({"JAVA_HOME": "/nowhere"}, 0, 2, "there is no Java: install a JDK 17 or 21"),
    "no memory": ({"PYSPARK_SUBMIT_ARGS": "--driver-memory 64m pyspark-shell"}, 0, 1, "does not have enough memory"),
    "no room": (
        # Uncompressed, because the codec would want to unpack its library first.
        {"PYSPARK_SUBMIT_ARGS": "--conf spark.sql.parquet.compression.codec=uncompressed pyspark-shell"},
        20_000,
        1,
        "there is no room left on the disk of",
    ),
}


@pytest.mark.parametrize("machine", MACHINES)
def test_what_the_machine_lacks_is_told_in_one_line(
    order: Order, done: dict[str, bytes], tmp_path: Path, machine: str
) -> None:
    """The previous result stays. A file may not get larger than a limit: what a full disk says, Spark says too."""
    settings, largest, code, told = MACHINES[machine]
    out = tmp_path / "out"
    shutil.copytree(order.out, out)
    shutil.copytree(order.events, tmp_path / "events")
    more = min(Path(order.events).iterdir()).read_text().replace("5f0c2b1e", "6f0c2b1e")
    (tmp_path / "events" / "more.jsonl").write_text(more)
    command = [*PROGRAM, "--events", str(tmp_path / "events"), "--history", order.history, "--out", str(out)]

    def limit() -> None:
        if largest:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))

    answer = subprocess.run(command, capture_output=True, text=True, env=QUICK | settings, preexec_fn=limit)
    assert (answer.returncode, "Traceback" in answer.stderr) == (code, False), answer.stderr
    assert f"usercenter-audit: {told}" in answer.stderr or told in answer.stderr.splitlines()[-1]
    assert sample.tree(out) == done


def test_a_place_that_cannot_be_written_is_told_before_spark_is_started(order: Order, capsys: Capture) -> None:
    """Here a file is in the way; a directory of somebody else says the same."""
    out = Path(order.history) / "manifest.json" / "out"
    assert main(["run", "--events", order.events, "--history", order.history, "--out", str(out)]) == 1
    assert capsys.readouterr().err == (
        f"usercenter-audit: {out} cannot be written: give another --out, or let this user write there\n"
    )

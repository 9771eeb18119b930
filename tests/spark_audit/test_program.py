"""The program as it is started: on a machine or with an input that does not allow it."""

import os
import resource
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.access import naming_rules
from app.access.names import ResourceType
from spark_audit.__main__ import main
from spark_audit.jobs import failures
from spark_audit.jobs.run_order import Order
from tests.spark_audit import sample

Capture = pytest.CaptureFixture[str]

LOGS = Path(__file__).parent / "pulsar_logs"
PROGRAM = [sys.executable, "-m", "spark_audit", "run"]


# A JVM that compiles less starts a small job faster.
QUICK = {**os.environ, "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}


def command(order: Order) -> list[str]:
    """How it is started for the order of the tests."""
    arguments = ["--events", order.events, "--history", order.history, "--out", str(order.out)]
    arguments += ["--from", str(order.since), "--until", str(order.until), "--min-coverage", str(order.min_coverage)]
    arguments += ["--min-watched-days", str(order.min_watched_days)]
    return [*PROGRAM, *arguments, *(["--tables", order.tables] if order.tables else [])]


def test_wrong_input_is_reported_in_one_line(tmp_path: Path) -> None:
    """Exit code 2, the reason, no stack trace, no output directory with half a result."""
    command = [*PROGRAM, "--events", "nowhere", "--history", "none", "--out", str(tmp_path / "out")]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert "usercenter-audit: nowhere is not a directory" in answer.stderr
    assert "Traceback" not in answer.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["prod/eu", "", "..", "日", "x" * 129, "prod", "a-b=c:d.e_F9", "x" * 128])
def test_names_of_clusters_are_those_of_the_center(tmp_path: Path, capsys: Capture, name: str) -> None:
    refused = naming_rules.refusal(ResourceType.CLUSTER, name) is not None
    out = tmp_path / "out"
    assert main(["read-logs", "--logs", str(LOGS), "--cluster", name, "--out", str(out)]) == (2 if refused else 0)
    assert ("the center has no cluster" in capsys.readouterr().err, out.exists()) == (refused, not refused)


LOOK = [sys.executable, "-m", "spark_audit", "first-look"]


@pytest.mark.parametrize("output", ["/dev/full", "closed"])
def test_unwritable_output_is_reported(tmp_path: Path, output: str) -> None:
    """One sentence, or none for who has read enough (`| head`); the names have letters that latin-1 has not."""
    (tmp_path / "订单.log").write_bytes((LOGS / "4.0.8.log").read_bytes().replace(b"acme1-one", "李伟".encode()))
    latin = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    shown = subprocess.run([*LOOK, str(tmp_path)], capture_output=True, env=latin, check=True).stdout.decode("latin-1")
    assert "\\u674e\\u4f1f" in shown
    line = f"{shlex.join([*LOOK, str(tmp_path)])} " + ("> /dev/full" if output == "/dev/full" else "| :")
    answer = subprocess.run(["bash", "-c", f"set -o pipefail; {line}"], capture_output=True, text=True, env=latin)
    full = "usercenter-audit: the output cannot be written: No space left on device\n"
    assert (answer.returncode, answer.stderr) in [(1, full if output == "/dev/full" else ""), (0, "")][
        : 1 + (output == "closed")
    ]


@pytest.mark.parametrize("option", ["--version", "--help"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_unprintable_option_is_reported(option: str, unbuffered: str) -> None:
    """argparse alone passes over it, or Python ends with a trace."""
    line, own = f"{sys.executable} -m spark_audit {option} > /dev/full", {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    answer = subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=own)
    full = "usercenter-audit: the output cannot be written: No space left on device\n"
    assert (answer.returncode, answer.stderr) == (1, full)


def test_the_version_is_printed(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("usercenter-audit ")


RUN, RETAIN = ["run", "--events", "e", "--history", "g", "--out", "o"], ["retain", "--out", "o"]


@pytest.mark.parametrize(
    "arguments",
    [
        *([*RUN, *wrong.split()] for wrong in ("--from yesterday", "--min-age-days x", "--min-age-days -1")),
        *([*RUN, *wrong.split()] for wrong in ("--language fr", "--tables orc", "--min-coverage 101")),
        *([*RETAIN, *wrong.split()] for wrong in ("--silver-days 0", "--gold-days 1.5", "--results 0")),
    ],
    ids=" ".join,
)
def test_wrong_arguments_are_refused(arguments: list[str], capsys: Capture) -> None:
    """Before Spark is started; the option is named."""
    with pytest.raises(SystemExit) as refused:
        main(arguments)
    assert refused.value.code == 2
    assert f"argument {arguments[-2]}" in capsys.readouterr().err.replace("/--to", "")


def test_a_window_that_ends_before_it_begins_is_refused(order: Order, tmp_path: Path, capsys: Capture) -> None:
    """Before Spark is started."""
    inputs = ["--events", order.events, "--history", order.history, "--out", str(tmp_path / "out")]
    assert main(["run", *inputs, "--from", "2026-11-09", "--until", "2026-11-08"]) == 2
    assert "the window ends (2026-11-08) before it begins (2026-11-09)" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


OUT = Path("/srv/audit/out")
FILES = {
    "an event file that is not ours": (PermissionError(13, "Permission denied", "/mnt/events/a.jsonl"),
                                       "/mnt/events/a.jsonl cannot be read: Permission denied"),
    "one that has gone": (FileNotFoundError(2, "No such file or directory", "/mnt/events/a.jsonl"),
                          "/mnt/events/a.jsonl cannot be read: No such file"),
    "a directory above": (PermissionError(13, "Permission denied", "/srv/audit"), "/srv/audit/out cannot be written"),
    "where nothing can be": (FileNotFoundError(2, "No such file or directory", str(OUT)), f"{OUT} cannot be written"),
    "inside": (OSError(30, "Read-only file system", f"{OUT}/.lock"), f"{OUT} cannot be written"),
    "a full disk": (OSError(28, "No space left on device", f"{OUT}/ledger/draft"), "there is no room left"),
}  # fmt: skip


@pytest.mark.parametrize("case", FILES)
def test_the_file_that_was_in_the_way_is_named(case: str) -> None:
    """Not the output when it was an input."""
    error, sentence = FILES[case]
    assert str(failures.sentence(error, OUT)).startswith(sentence)


def test_a_lost_table_is_an_error_of_the_program() -> None:
    """It is raised with its stack trace."""
    assert failures.sentence(FileNotFoundError(2, "No such file or directory", f"{OUT}/silver/x"), OUT) is None


MACHINES = {
    "no Java": ({"JAVA_HOME": "/nowhere"}, 0, 2, "there is no Java: install a JDK 17 or 21"),
    "no memory": ({"PYSPARK_SUBMIT_ARGS": "--driver-memory 64m pyspark-shell"}, 0, 1, "does not have enough memory"),
    "no room": (
        # Uncompressed, because the codec would want to unpack its library first.
        {"PYSPARK_SUBMIT_ARGS": "--conf spark.sql.parquet.compression.codec=uncompressed pyspark-shell"},
        3_000,
        1,
        "there is no room left on the disk of",
    ),
}


@pytest.mark.parametrize("machine", MACHINES)
def test_a_lack_of_the_machine_is_reported_in_one_line(
    order: Order, done: dict[str, bytes], tmp_path: Path, machine: str
) -> None:
    """The previous result stays. A file may not get larger than a limit: what a full disk says, Spark says too."""
    settings, largest, code, advice = MACHINES[machine]
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
    assert f"usercenter-audit: {advice}" in answer.stderr or advice in answer.stderr.splitlines()[-1]
    assert sample.tree(out) == done


def test_an_unwritable_directory_is_reported_before_spark_starts(order: Order, capsys: Capture) -> None:
    """Here a file is in the way; a directory of somebody else says the same."""
    out = Path(order.history) / "manifest.json" / "out"
    assert main(["run", "--events", order.events, "--history", order.history, "--out", str(out)]) == 1
    assert capsys.readouterr().err == (
        f"usercenter-audit: {out} cannot be written: give another --out, or let this user write there\n"
    )


def test_missing_packages_are_reported(tmp_path: Path) -> None:
    """As after `make run`: one sentence that says what to install."""
    (tmp_path / "pyspark.py").write_text("raise ModuleNotFoundError(\"No module named 'pyspark'\", name='pyspark')\n")
    inside = {**os.environ, "PYTHONPATH": str(tmp_path)}
    answer = subprocess.run([*LOOK, str(tmp_path)], capture_output=True, text=True, env=inside)
    assert (answer.returncode, answer.stderr) == (
        1,
        "usercenter-audit: pyspark is not installed: "
        "python -m pip install --require-hashes -r requirements/audit.lock\n",
    )

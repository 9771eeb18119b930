"""What runs the suites of `make test` (.ci/suite, .ci/each-database) never takes for green what did not run or pass."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import memory_disk

CI = Path(__file__).parents[2] / ".ci"
PYTEST = [sys.executable, "-m", "pytest", "-q", "."]
Run = Callable[..., tuple[int, str]]
pytestmark = pytest.mark.any_database


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a script of .ci in an empty directory with two files of tests. Returns its status and what it printed."""
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_first.py").write_text("import os\ndef test_it(): assert 'BROKEN' not in os.environ\n")
    second = "import os, signal\nif 'NO_IMPORT' in os.environ: import nothing\n"
    second += "def test_it():\n    if 'STOPPED' in os.environ: os.kill(os.getpid(), signal.SIGINT)\n"
    (tmp_path / "test_second.py").write_text(second + "def test_another(): pass\n")

    def run_to_end(script: str, *words: str, **own: str) -> tuple[int, str]:
        environment = {**os.environ, "FAILED": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **own}
        found = subprocess.run([CI / script, *words], cwd=tmp_path, env=environment, capture_output=True)
        return found.returncode, found.stdout.decode(errors="replace")

    return run_to_end


@pytest.mark.parametrize(
    "command",
    [
        "no-such-command",
        "kill -9 $$",
        "kill -1 $$",
        "echo 3 passed; exit 1",
        "echo 2 failed, 1 passed",
        "echo 3 skipped in 1s",
    ],
)
def test_a_failing_command_is_not_green(run: Run, command: str) -> None:
    assert run("suite", "it", "bash", "-c", command)[0] != 0


@pytest.mark.parametrize("command", ["head -c 1000000 /dev/zero | tr '\\0' 1", "printf '1 passed\\n\\xff\\ta'", "true"])
def test_green_whatever_is_printed(run: Run, command: str) -> None:
    assert run("suite", "it", "bash", "-c", command)[0] == 0


def test_output_of_a_process_left_behind_is_shown(run: Run) -> None:
    command = "(while kill -0 $$; do :; done 2>/dev/null; echo late) &"
    assert run("suite", "it", "bash", "-c", command) == (0, "── it\nlate\n")


@pytest.mark.parametrize(
    ("before", "again"),
    [
        ({"BROKEN": "1"}, "1 passed"),
        ({"NO_IMPORT": "1"}, "3 passed"),
        ({"BROKEN": "1", "STOPPED": "1"}, "3 passed"),
        ({}, "passed before"),
    ],
    ids=["failed", "not collected", "stopped", "passed"],
)
def test_failed_and_unreached_tests_run_again(run: Run, before: dict[str, str], again: str) -> None:
    assert (run("suite", "it", *PYTEST, **before)[0] == 0) == (not before)
    status, shown = run("suite", "it", *PYTEST, FAILED="1")
    assert (status, again in shown) == (0, True)


def test_the_verdict_on_fewer_tests_is_not_that_on_all(run: Run) -> None:
    assert run("suite", "it", *PYTEST, "-k", "another")[0] == 0
    assert "3 passed" in run("suite", "it", *PYTEST, FAILED="1")[1]


def test_the_summary_fails_for_what_did_not_run(run: Run) -> None:
    for suite in ("style", "style-console", "java", "spark"):
        assert run("suite", suite, "true")[0] == 0
    status, shown = run("suite", "--summary", RUN="quick")
    assert (status, "not run" in shown) == (1, True)
    run("suite", "python", "true")
    assert run("suite", "--summary", RUN="quick")[0] == 0


def test_each_suite_has_a_budget() -> None:
    lines = (CI / "budgets").read_text(encoding="utf-8").splitlines()
    budgets = {line.split()[0] for line in lines if not line.startswith(("#", "suite"))}
    suites = set(re.findall(r"\.ci/suite ([a-z][a-z-]*)", (CI.parent / "Makefile").read_text(encoding="utf-8")))
    assert budgets == suites | {"postgresql", "mysql"}


def test_steps_are_shown_instead_of_what_is_printed(run: Run) -> None:
    shown = "echo got a==1 from x; echo noise; echo got https://host/b.tgz 3ms"
    assert run("show-steps", "9", "^got ", "bash", "-c", shown) == (0, "  1 of 9: a==1\n  2 of 9: b.tgz\n")
    many = "for n in $(seq 20); do echo got $n; done"
    assert run("show-steps", "20", "^got ", "bash", "-c", many) == (0, "  1 of 20: 1\n  11 of 20: 11\n")


def test_the_output_of_failed_steps_is_shown(run: Run) -> None:
    status, shown = run("show-steps", "1", "^got ", "bash", "-c", "echo the reason >&2; exit 7")
    assert (status, shown) == (7, "the reason\n")


@pytest.mark.parametrize(("bad", "status"), [("postgresql", 1), ("mysql", 1), ("none", 0)])
def test_each_database_counts(run: Run, bad: str, status: int) -> None:
    addresses = "postgresql+psycopg://a mysql+pymysql://b"
    command = f"[[ $PUC_TEST_DATABASE_URLS != {bad}* ]]"
    assert run("each-database", "bash", "-c", command, PUC_TEST_DATABASE_URLS=addresses)[0] == status


def test_the_first_available_name_of_a_package_is_installed(tmp_path: Path) -> None:
    """Debian 13 has no JDK 17. This machine's are hidden, and what asks and installs is a stand-in."""
    programs = {"apt-cache": '[ "$2" = openjdk-21-jdk-headless ]', "apt-get": "", "javac": "echo javac 11"}
    for name, text in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    command = [*memory_disk.with_small_file_system(Path("/usr/lib/jvm"), "1m"), str(CI / "system-packages"), "java"]
    environment = {**os.environ, "JAVA_HOME": "", "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    found = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (found.stdout, found.stderr) == ("Installing openjdk-21-jdk-headless (1 of 1) …\n", "")

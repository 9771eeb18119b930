"""Killed with SIGKILL at random moments and started again: the same tables, and at every moment a whole result."""

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_audit.jobs import run
from spark_audit.jobs.run_order import Order
from tests.spark_audit import sample
from tests.spark_audit.conftest import Folded
from tests.spark_audit.test_program import QUICK, command

STEPS = dict.fromkeys(
    ("files", "intake", "coverage", "gold", "totals", "findings", "suggested", "publish", "reports"), 0.8
)
"""The progress lines of a run, and how many processor seconds it takes after each, about. A kill comes some time after
one, by that clock: however busy the machine is, it comes at any moment of the step."""


def _more(order: Order, directory: Path) -> Order:
    """The files of the run that is done, and those of a third broker, into a copy of its directory."""
    shutil.copytree(order.events, directory / "events")
    shutil.copytree(order.out, directory / "out")
    for number, file in enumerate(sorted(Path(order.events).iterdir())):
        text = file.read_text().replace("5f0c2b1e", f"7f0c2b1{number}")
        (directory / "events" / f"third-{number}.jsonl").write_text(text)
    return replace(order, events=str(directory / "events"), out=directory / "out")


def kill(
    order: Order, chance: random.Random, machine: Mapping[str, str] = QUICK, steps: Mapping[str, float] = STEPS
) -> str | None:
    """Start a run and kill it some time after one of its lines; answers when, None when it was done before that."""
    wanted = chance.randrange(len(steps))
    later = list(steps)[wanted:]
    pause = chance.uniform(0, steps[later[0]])
    started = subprocess.Popen(command(order), stderr=subprocess.PIPE, start_new_session=True, text=True, env=machine)
    with started as program:
        assert program.stderr is not None
        # A run that has nothing to read any more says nothing of the intake.
        reached = next((step for step in _step_of_line(program.stderr) if step in later), None)
        before = _worked(program.pid)
        while program.poll() is None and _worked(program.pid) - before < pause:
            time.sleep(0.01)
        if program.poll() is None:
            os.killpg(program.pid, signal.SIGKILL)
    return f"{reached} + {pause:.2f} s" if program.returncode == -signal.SIGKILL else None


def _step_of_line(lines: Iterable[str]) -> Iterator[str]:
    """The steps that progress lines are of, as they come."""
    return (line.partition("] ")[2].split()[0] for line in lines if line.startswith("["))


def _worked(group: int) -> float:
    """Processor seconds of the processes of a group so far."""
    ticks = 0
    for process in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            fields = process.read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12]) if int(fields[2]) == group else 0
    return ticks / os.sysconf("SC_CLK_TCK")


def _steps(order: Order) -> dict[str, float]:
    """Run it whole; answers how many processor seconds it took after each of its lines."""
    started = subprocess.Popen(command(order), stderr=subprocess.PIPE, start_new_session=True, text=True, env=QUICK)
    with started as program:
        assert program.stderr is not None
        seconds = {step: _worked(program.pid) for step in _step_of_line(program.stderr)}
    assert (program.returncode, list(seconds)) == (0, list(STEPS))
    return STEPS | {step: seconds[later] - seconds[step] for step, later in pairwise(seconds)}


def _is_whole(out: Path) -> None:
    pointer = json.loads((out / "current.json").read_text())
    files = {path.name for path in (out / pointer["path"]).rglob("*") if path.is_file()}
    assert {"run.json", "usage_daily.jsonl.gz", "grant_status.jsonl.gz", "summary.md"} <= files
    assert json.loads((out / pointer["path"] / "publish" / "run.json").read_text())["until"] == pointer["until"]


def _survives(
    spark: SparkSession,
    killed: Order,
    expected: dict[str, bytes],
    chance: random.Random,
    kills: int,
    steps: Mapping[str, float] = STEPS,
) -> list[str]:
    """Answers when it was killed; every kill but those for which the run was done too soon."""
    moments = []
    for _ in range(kills):
        moments.append(kill(killed, chance, steps=steps))
        _is_whole(killed.out)
    killed_at = [moment for moment in moments if moment]
    assert killed_at
    run.run(spark, killed)
    assert sample.tree(killed.out) == expected, killed_at
    return killed_at


def test_a_killed_run_is_completed_by_the_next(spark: SparkSession, folded: Folded, tmp_path: Path) -> None:
    """While late files fold in; the run that goes on is the one that was killed."""
    shutil.copytree(folded.before, tmp_path / "out")
    _survives(spark, replace(folded.order, out=tmp_path / "out"), folded.files, random.Random(3), kills=1)


@dataclass(frozen=True)
class Alone:
    """A run that nobody killed: what it made, and how long each of its steps took."""

    files: dict[str, bytes]
    steps: dict[str, float]


@pytest.fixture(scope="module")
def alone(order: Order, done: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Alone:
    """The run of `_more`, by the program."""
    more = _more(order, tmp_path_factory.mktemp("alone"))
    steps = _steps(more)
    return Alone(sample.tree(more.out), steps)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(10))
def test_a_run_killed_many_times_is_completed(
    spark: SparkSession, order: Order, alone: Alone, tmp_path: Path, seed: int
) -> None:
    """Ten times six kills, at any moment of any step."""
    killed = _more(order, tmp_path)
    killed_at = _survives(spark, killed, alone.files, random.Random(seed), kills=6, steps=alone.steps)
    sys.stdout.write(f"seed {seed}, killed {len(killed_at)} times: {', '.join(killed_at)}\n")

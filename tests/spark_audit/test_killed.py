"""Killed with SIGKILL at random moments and started again: the same tables, and at every moment a whole result."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_audit.jobs import run
from spark_audit.jobs.order import Order
from tests.spark_audit import sample
from tests.spark_audit.conftest import Folded
from tests.spark_audit.test_program import QUICK, command

STEPS = 10
"""Progress lines of a run, about: a kill comes some time after one of them."""


def _more(order: Order, directory: Path) -> Order:
    """The files of the run that is done, and those of a third broker, into a copy of its directory."""
    shutil.copytree(order.events, directory / "events")
    shutil.copytree(order.out, directory / "out")
    for number, file in enumerate(sorted(Path(order.events).iterdir())):
        text = file.read_text().replace("5f0c2b1e", f"7f0c2b1{number}")
        (directory / "events" / f"third-{number}.jsonl").write_text(text)
    return replace(order, events=str(directory / "events"), out=directory / "out")


def kill(order: Order, chance: random.Random, machine: Mapping[str, str] = QUICK) -> bool:
    """Start a run and kill it after some of its lines; False when it was done before that."""
    wanted, pause = chance.randrange(STEPS), chance.uniform(0, 0.8)
    started = subprocess.Popen(command(order), stderr=subprocess.PIPE, start_new_session=True, text=True, env=machine)
    with started as program:
        assert program.stderr is not None
        told = 0
        for line in program.stderr:
            told += line.startswith("[")
            if told > wanted:
                break
        time.sleep(pause)
        if program.poll() is None:
            os.killpg(program.pid, signal.SIGKILL)
    return program.returncode == -signal.SIGKILL


def _is_whole(out: Path) -> None:
    pointer = json.loads((out / "current.json").read_text())
    files = {path.name for path in (out / pointer["path"]).rglob("*") if path.is_file()}
    assert {"run.json", "usage_daily.jsonl", "grant_status.jsonl", "summary.md"} <= files
    assert json.loads((out / pointer["path"] / "publish" / "run.json").read_text())["until"] == pointer["until"]


def _survives(spark: SparkSession, killed: Order, expected: dict[str, bytes], kills: int, seed: int) -> None:
    chance, done = random.Random(seed), 0
    for _ in range(kills):
        done += kill(killed, chance)
        _is_whole(killed.out)
    assert done
    run.run(spark, killed)
    assert sample.tree(killed.out) == expected, f"seed {seed}"


def test_killed_and_started_again(spark: SparkSession, folded: Folded, tmp_path: Path) -> None:
    """Twice, while late files fold in; the run that goes on in between is the one that was killed."""
    shutil.copytree(folded.before, tmp_path / "out")
    _survives(spark, replace(folded.order, out=tmp_path / "out"), folded.files, kills=2, seed=4)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(10))
def test_killed_again_and_again(
    spark: SparkSession, order: Order, done: dict[str, bytes], tmp_path: Path, seed: int
) -> None:
    """Ten times six kills."""
    alone, killed = _more(order, tmp_path / "alone"), _more(order, tmp_path / "killed")
    run.run(spark, alone)
    _survives(spark, killed, sample.tree(alone.out), kills=6, seed=seed)
    sys.stdout.write(f"seed {seed}\n")

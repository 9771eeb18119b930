"""`--tables delta`: what Parquet holds, in tables of Delta Lake; killed, kept for a time, erased."""

import json
import os
import random
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from spark_audit.jobs.run_order import Order
from spark_audit.store.tables import TABLES, place_of
from tests.spark_audit import jars, older_tables, sample
from tests.spark_audit.delta_contents import files, rows
from tests.spark_audit.test_killed import kill
from tests.spark_audit.test_program import QUICK, command

pytestmark = [pytest.mark.soak, pytest.mark.timeout(1800)]
PROGRAM = [sys.executable, "-m", "spark_audit"]
NAME = "order-service"


@pytest.fixture(scope="module")
def machine() -> dict[str, str]:
    """A Spark that has Delta Lake."""
    return QUICK | {"PYSPARK_SUBMIT_ARGS": f"--master local[2] --jars {jars.listed('delta')} pyspark-shell"}


@pytest.fixture(scope="module")
def delta(order: Order, machine: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Order:
    """The same run into tables of Delta Lake, killed twice on the way."""
    there = replace(order, out=tmp_path_factory.mktemp("delta") / "out", tables="delta")
    chance = random.Random(1)
    killed = [kill(there, chance, machine) for _ in range(2)]
    done = subprocess.run(command(there), capture_output=True, text=True, env=machine)
    assert (done.returncode, any(killed)) == (0, True), done.stderr
    return there


def _contents(out: Path) -> dict[str, list[str]]:
    """The rows of every table, sorted."""
    return {table: rows(files(out / place_of(table))) for table in TABLES}


def test_tables_and_results_are_those_of_parquet(
    order: Order, done: dict[str, bytes], delta: Order, machine: dict[str, str]
) -> None:
    """Row for row; the files that people and the center read byte for byte. A second run changes neither."""
    expected = {table: rows(sorted((order.out / place_of(table)).glob("*/*.parquet"))) for table in TABLES}
    assert len([table for table in TABLES if expected[table]]) > 10
    results = sample.results(sample.tree(delta.out))
    assert results == sample.results(done)
    assert _contents(delta.out) == expected
    again = subprocess.run(command(replace(delta, tables=None)), capture_output=True, text=True, env=machine)
    assert again.returncode == 0, again.stderr
    assert _contents(delta.out) == expected
    assert sample.results(sample.tree(delta.out)) == results


def test_a_version_may_add_a_column(machine: dict[str, str], tmp_path: Path) -> None:
    """As with Parquet: rows that an older one wrote have null in it, also inside an array."""
    program = [sys.executable, "-m", "tests.spark_audit.older_tables", str(tmp_path)]
    answer = subprocess.run(program, capture_output=True, text=True, env=machine)
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout.splitlines()[-1]) == older_tables.WANTED


def test_another_kind_of_tables_is_refused(delta: Order, done: dict[str, bytes], order: Order) -> None:
    """Before Spark is started; and without its jars Delta is refused before anything is written."""
    for there in (replace(delta, tables="parquet"), replace(order, tables="delta")):
        answer = subprocess.run(command(there), capture_output=True, text=True, env=QUICK)
        assert answer.returncode == 2
        assert "leave --tables away, or give a new --out" in answer.stderr
    answer = subprocess.run(command(delta), capture_output=True, text=True, env=QUICK)
    assert answer.returncode == 2
    assert answer.stderr.splitlines()[-1].startswith(
        "usercenter-audit: this Spark has no Delta Lake: give spark-submit"
    )


def test_deleted_days_and_erased_people_leave_no_trace(delta: Order, machine: dict[str, str], tmp_path: Path) -> None:
    """Neither tables nor files of earlier versions nor logs of tables have the name any more."""
    there = replace(delta, out=tmp_path / "out")
    shutil.copytree(delta.out, there.out)
    key = tmp_path / "key"
    key.write_bytes(os.urandom(32))
    out = ["--out", str(there.out)]
    kept = subprocess.run([*PROGRAM, "retain", *out, "--silver-days", "2", "--gold-days", "3"],
                          capture_output=True, text=True, env=machine)  # fmt: skip
    assert kept.stdout.splitlines()[-1:] == ["silver/events/date=2026-11-07"], kept.stderr
    erased = subprocess.run([*PROGRAM, "erase", *out, "--user", NAME, "--key-file", str(key)],
                            capture_output=True, text=True, env=machine)  # fmt: skip
    mark = erased.stdout.splitlines()[-1]  # above it Delta says what it deleted
    assert mark.startswith("erased-"), erased.stderr
    contents = _contents(there.out)
    assert contents["events"]
    assert not any("'date': datetime.date(2026, 11, 7)" in event for event in contents["events"])
    assert any(mark in usage for usage in contents["usage_daily"])
    assert [table for table, rows in contents.items() if any(f"'{NAME}'" in row for row in rows)] == []
    logs = [path for path in there.out.rglob("_delta_log/*.json") if NAME in path.read_text()]
    assert logs == []
    for table_name in TABLES:
        table = there.out / place_of(table_name)
        assert sorted(table.glob("*/*.parquet")) == files(table)

"""What Spark compiles for many events and interprets for few writes the same bytes."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from spark_audit.jobs.run_order import Order
from tests.spark_audit import sample
from tests.spark_audit.test_program import QUICK, command

_AS_FOR_MANY = {
    "spark.sql.codegen.wholeStage": "true",
    "spark.sql.codegen.factoryMode": "CODEGEN_ONLY",
    "spark.sql.adaptive.enabled": "true",
    "spark.sql.shuffle.partitions": "8",
}


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_compiled_plans_write_the_same_bytes(order: Order, done: dict[str, bytes], tmp_path: Path) -> None:
    """What is configured wins over the program's own settings for little data."""
    options = " ".join(f"--conf {option}={value}" for option, value in _AS_FOR_MANY.items())
    compiled = replace(order, out=tmp_path / "out")
    machine = QUICK | {"PYSPARK_SUBMIT_ARGS": f"--master local[2] {options} pyspark-shell"}
    subprocess.run(command(compiled), check=True, capture_output=True, env=machine)
    assert sample.tree(compiled.out) == done

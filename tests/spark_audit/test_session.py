"""The settings of the session: ours only where the operator has none."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from py4j.clientserver import JavaClient
from pyspark.errors.utils import is_debugging_enabled
from pyspark.sql import SparkSession
from pyspark.sql import functions as sf

from spark_audit import session

_TELL = """
from spark_audit import session
spark = session.start({"spark.master": "local[1]"}, little=True)
print(spark.conf.get("spark.sql.shuffle.partitions"), spark.conf.get("spark.sql.adaptive.enabled"))
print(spark._jvm.java.lang.System.getProperty("of.the.operator"))
print(spark._jvm.java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments())
names = ["spark.sql.autoBroadcastJoinThreshold", "spark.sql.adaptive.autoBroadcastJoinThreshold"]
print([spark.conf.get(name) for name in names])
print([session.start().conf.get(name) for name in names])
"""


def test_the_operators_configuration_wins(tmp_path: Path) -> None:
    """In spark-defaults.conf and on the command line; a JVM with two garbage collectors would not even start."""
    options = "spark.driver.extraJavaOptions -Dof.the.operator=stays -XX:+UseG1GC"
    (tmp_path / "spark-defaults.conf").write_text(f"{options}\nspark.sql.shuffle.partitions 3\n")
    submit = "--conf spark.sql.adaptive.enabled=true pyspark-shell"
    environment = {**os.environ, "SPARK_CONF_DIR": str(tmp_path), "PYSPARK_SUBMIT_ARGS": submit}
    answer = subprocess.run(
        [sys.executable, "-c", _TELL], env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    settings, property_, arguments, *sent_whole = answer.stdout.splitlines() or [answer.stderr, "", ""]
    assert (settings, property_) == ("3 true", "stays")
    assert "UseG1GC" in arguments
    assert "UseSerialGC" not in arguments
    # Of much data nothing is sent whole to every task because its file is small: that is no measure of its rows.
    assert sent_whole == ["['10485760b', None]", "['-1', '-1']"]


def test_a_column_function_takes_one_call_to_the_jvm(spark: SparkSession, monkeypatch: pytest.MonkeyPatch) -> None:
    """PySpark alone asks for the class and for the member each time, too."""
    sf.lower("known")
    asked: list[str] = []
    send = JavaClient.send_command

    def counted(client: JavaClient, command: str, *more: Any, **options: Any) -> Any:
        asked.append(command)
        return send(client, command, *more, **options)

    monkeypatch.setattr(JavaClient, "send_command", counted)
    column = sf.lower("known")
    monkeypatch.undo()
    kept = [command.splitlines()[:3] for command in asked if not command.startswith("m\n")]
    functions = "z:org.apache.spark.sql.functions"
    assert kept == [["c", functions, "col"], ["c", functions, "lower"]]
    assert str(column) == "Column<'lower(known)'>"


def test_little_data_is_tuned_by_default(spark: SparkSession) -> None:
    assert spark.conf.get("spark.sql.shuffle.partitions") == "2"
    assert spark.conf.get("spark.sql.adaptive.enabled") == "false"


def test_columns_do_not_record_the_line_that_made_them(spark: SparkSession) -> None:
    """PySpark asks for the setting once, and keeps the answer."""
    assert spark.conf.get("spark.python.sql.dataFrameDebugging.enabled") == "false"
    assert not is_debugging_enabled()


@pytest.mark.parametrize(
    "environment",
    [
        {"PYSPARK_SUBMIT_ARGS": "--driver-java-options -Xss4m pyspark-shell"},
        {"PYSPARK_SUBMIT_ARGS": "--conf spark.driver.extraJavaOptions=-Xss4m pyspark-shell"},
        {"PYSPARK_SUBMIT_ARGS": "--properties-file ours.conf pyspark-shell"},
        {"JAVA_TOOL_OPTIONS": "-XX:+UseG1GC"},
    ],
    ids=str,
)
def test_given_jvm_options_replace_ours(tmp_path: Path, environment: dict[str, str]) -> None:
    assert session._java_options_given({"SPARK_CONF_DIR": str(tmp_path), **environment})


def test_without_jvm_options_ours_are_set(tmp_path: Path) -> None:
    (tmp_path / "spark-defaults.conf").write_text("spark.sql.shuffle.partitions 3\n")
    environment = {"SPARK_CONF_DIR": str(tmp_path), "PYSPARK_SUBMIT_ARGS": "--driver-memory 4g pyspark-shell"}
    assert not session._java_options_given(environment)

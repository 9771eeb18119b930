"""The only place that builds a SparkSession."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from pyspark.sql import SparkSession

_ALWAYS = {
    "spark.sql.session.timeZone": "UTC",  # dates of events are UTC dates
    "spark.sql.ansi.enabled": "true",  # a wrong cast raises instead of turning into null
    "spark.log.level": "ERROR",  # from the start, so that a refusal is not preceded by a page of warnings
    "spark.ui.showConsoleProgress": "false",  # it would tear our own progress lines apart
    # Spark checks its own optimizer after every rule that changed something.
    "spark.sql.lightweightPlanChangeValidation": "false",
    # A date more is a directory more; listing them is no job for executors before there are thousands.
    "spark.sql.sources.parallelPartitionDiscovery.threshold": "2000",
}
_ON_A_LAPTOP = {
    "spark.ui.enabled": "false",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.sql.shuffle.partitions": "8",
}
FOR_LITTLE: Mapping[str, str] = {
    # A few megabytes: compiling a plan, by Spark and then by the JVM, takes longer than going through the rows.
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
}
"""Settings for runs on little data."""


def start(settings: Mapping[str, str] | None = None) -> SparkSession:
    """The session of this process; `settings` are Spark settings that win over ours.

    The master is never set here: spark-submit (or PYSPARK_SUBMIT_ARGS) decides, and without either Spark takes
    `local[*]`. The user interface is off unless spark-submit started us.
    """
    submitted = "PYSPARK_GATEWAY_PORT" in os.environ
    wanted = {**_ALWAYS, **({} if submitted else _ON_A_LAPTOP), **(settings or {})}
    builder = SparkSession.builder.appName("pulsar-user-center-audit")
    for key, value in wanted.items():
        builder = builder.config(key, value)
    return builder.getOrCreate()


def has_java() -> bool:
    """Whether Spark will find a Java to start."""
    if "PYSPARK_GATEWAY_PORT" in os.environ:
        return True
    home = os.environ.get("JAVA_HOME")
    return (Path(home) / "bin" / "java").is_file() if home else shutil.which("java") is not None

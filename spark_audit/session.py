"""The only place that builds a SparkSession."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import pyspark
from pyspark.sql import SparkSession

from spark_audit import classes_known

_ALWAYS = {
    "spark.sql.session.timeZone": "UTC",  # dates of events are UTC dates
    "spark.sql.ansi.enabled": "true",  # a wrong cast raises instead of turning into null
    "spark.log.level": "ERROR",  # from the start, so that a refusal is not preceded by a page of warnings
    "spark.ui.showConsoleProgress": "false",  # it would tear our own progress lines apart
    # Spark checks its own optimizer after every rule that changed something.
    "spark.sql.lightweightPlanChangeValidation": "false",
    # Otherwise PySpark notes for every column where in our code it was made: nine questions to the JVM instead of one.
    "spark.python.sql.dataFrameDebugging.enabled": "false",
    # Drafts are moved into their places file by file: nobody asks whether their directory is whole.
    "spark.hadoop.mapreduce.fileoutputcommitter.marksuccessfuljobs": "false",
    # A date more is a directory more; listing them is no job for executors before there are thousands.
    "spark.sql.sources.parallelPartitionDiscovery.threshold": "2000",
}
_ON_A_LAPTOP = {
    "spark.ui.enabled": "false",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
}
_FEW_PARTITIONS = {"spark.sql.shuffle.partitions": "8"}
_FOR_MUCH = {
    # What is small by its meaning says so (sf.broadcast). Spark would judge by the size of files, and a role's 70,000
    # members with the same beginnings of their names make a small file: sent to every task, they fill its memory.
    "spark.sql.autoBroadcastJoinThreshold": "-1",
    "spark.sql.adaptive.autoBroadcastJoinThreshold": "-1",
}
_LITTLE = "spark.usercenter.audit.little"
_FOR_LITTLE: Mapping[str, str] = {
    _LITTLE: "true",
    # A few megabytes: compiling a plan, by Spark and then by the JVM, takes longer than going through the rows.
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    # A table of small days is many small files: opening one is not worth a task.
    "spark.sql.files.openCostInBytes": "65536",
    "spark.sql.inMemoryColumnarStorage.compressed": "false",
    # After so many groups Spark sorts rows instead of looking their group up; it means to save memory.
    "spark.sql.objectHashAggregate.sortBased.fallbackThreshold": "100000",
}
"""Settings for runs on little data."""
_JAVA_OPTIONS = "spark.driver.extraJavaOptions"
# With one compiler Java keeps 48 MB for what it compiled; a run fills most of it, and a full one ends all compiling.
# A heap that begins as large as it may become is swept half as often; so are classes before there are 256 MB of them.
# Each query asks for thousands of classes that are not there (the compiler of expressions tries names), and Java notes
# for every answer the hundreds of calls that led to it: the innermost are enough to find a fault.
# Hadoop starts a program for the rights of each file; the usual way starts another one that starts it.
_QUICK_START = (
    "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=128m "
    "-XX:InitialRAMPercentage=100 -XX:MetaspaceSize=256m -XX:MaxJavaStackTraceDepth=32 "
    "-Djdk.lang.Process.launchMechanism=VFORK"
)
_SAYING_JAVA_OPTIONS = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "SPARK_SUBMIT_OPTS")


def start(settings: Mapping[str, str] | None = None, *, little: bool = False) -> SparkSession:
    """The session of this process; `settings` are Spark settings that win over ours, `little`: for little data.

    The master is never set here: spark-submit (or PYSPARK_SUBMIT_ARGS) decides, and without either Spark takes
    `local[*]`. The user interface is off unless spark-submit started us. What makes it fast is set only where
    nothing is configured.
    """
    submitted = "PYSPARK_GATEWAY_PORT" in os.environ
    wanted = {**_ALWAYS, **({} if submitted else _ON_A_LAPTOP), **(settings or {})}
    if little and not submitted and not _java_options_given(os.environ):
        wanted.setdefault(_JAVA_OPTIONS, _QUICK_START)
    builder = SparkSession.builder.appName("pulsar-user-center-audit")
    for key, value in wanted.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    classes_known.remember(spark)
    _unless_configured(spark, {**({} if submitted else _FEW_PARTITIONS), **(_FOR_LITTLE if little else _FOR_MUCH)})
    return spark


def is_little(spark: SparkSession) -> bool:
    """Whether the session was started for little data."""
    return spark.conf.get(_LITTLE, "false") == "true"


def _unless_configured(spark: SparkSession, settings: Mapping[str, str]) -> None:
    """The context has all that was configured: ours, spark-submit's, and the files'."""
    configured = spark.sparkContext.getConf()
    for key, value in settings.items():
        if not configured.contains(key):
            spark.conf.set(key, value)


def _java_options_given(environment: Mapping[str, str]) -> bool:
    """Whether the JVM gets options from somebody else: a second garbage collector keeps it from starting."""
    told = environment.get("PYSPARK_SUBMIT_ARGS", "")
    home = environment.get("SPARK_HOME") or str(Path(pyspark.__file__).parent)
    defaults = Path(environment.get("SPARK_CONF_DIR") or f"{home}/conf") / "spark-defaults.conf"
    if defaults.is_file():
        told += defaults.read_text(encoding="utf-8", errors="replace")
    words = ("JavaOptions", "--driver-java-options", "--properties-file")
    return any(word in told for word in words) or any(environment.get(name) for name in _SAYING_JAVA_OPTIONS)


def has_java() -> bool:
    """Whether Spark will find a Java to start."""
    if "PYSPARK_GATEWAY_PORT" in os.environ:
        return True
    home = os.environ.get("JAVA_HOME")
    return (Path(home) / "bin" / "java").is_file() if home else shutil.which("java") is not None

"""The only place that builds a SparkSession."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

try:
    import pyspark
    from pyspark.sql import SparkSession
except ModuleNotFoundError as missing:
    raise SystemExit(
        f"usercenter-audit: {missing.name} is not installed: "
        "python -m pip install --require-hashes -r requirements/audit.lock"
    ) from missing

from spark_audit import jvm_classes

_ALWAYS = {
    "spark.sql.session.timeZone": "UTC",  # dates of events are UTC dates
    "spark.sql.ansi.enabled": "true",  # a wrong cast raises instead of turning into null
    "spark.log.level": "ERROR",  # from the start, so that no page of warnings comes before our own message
    "spark.ui.showConsoleProgress": "false",  # it would tear our own progress lines apart
    # Switches off Spark's check of its own optimizer after every rule that changed the plan.
    "spark.sql.lightweightPlanChangeValidation": "false",
    # Otherwise PySpark records for every column the line that made it: nine calls to the JVM instead of one.
    "spark.python.sql.dataFrameDebugging.enabled": "false",
    # No _SUCCESS files: we move drafts into place file by file, and nobody checks their directory.
    "spark.hadoop.mapreduce.fileoutputcommitter.marksuccessfuljobs": "false",
    # Tables have a directory per date. Listing them on executors pays only with thousands.
    "spark.sql.sources.parallelPartitionDiscovery.threshold": "2000",
}
_ON_A_LAPTOP = {
    "spark.ui.enabled": "false",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
}
_FEW_PARTITIONS = {"spark.sql.shuffle.partitions": "8"}
_FOR_MUCH = {
    # Frames that are small by nature are broadcast explicitly (sf.broadcast). Spark would judge by file sizes: 70,000
    # members of a role whose names begin alike compress to a small file, and would fill the memory of every task.
    "spark.sql.autoBroadcastJoinThreshold": "-1",
    "spark.sql.adaptive.autoBroadcastJoinThreshold": "-1",
}
_LITTLE = "spark.usercenter.audit.little"
_FOR_LITTLE: Mapping[str, str] = {
    _LITTLE: "true",
    # For a few megabytes, compiling a plan (Spark, then the JVM) takes longer than interpreting it.
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    # A table of small days is many small files: a task should read several.
    "spark.sql.files.openCostInBytes": "65536",
    "spark.sql.inMemoryColumnarStorage.compressed": "false",
    # From so many groups on, Spark sorts rows instead of hashing them, to save memory (its default is 128).
    "spark.sql.objectHashAggregate.sortBased.fallbackThreshold": "100000",
}
"""Settings for runs on little data."""
_JAVA_OPTIONS = "spark.driver.extraJavaOptions"
# TieredStopAtLevel=1 reserves only 48 MB for compiled code. A run fills most of that, and once it is full, Java stops
# compiling: hence ReservedCodeCacheSize. A heap that begins at its full size is collected half as often; with
# MetaspaceSize, classes cause no collection below 256 MB. Each query looks for thousands of classes that do not exist
# (the compiler of expressions tries names), and each failure records a stack of hundreds of calls: 32 are enough to
# find a fault. Hadoop starts a program for the permissions of each file: VFORK does so without a helper process.
_QUICK_START = (
    "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=128m "
    "-XX:InitialRAMPercentage=100 -XX:MetaspaceSize=256m -XX:MaxJavaStackTraceDepth=32 "
    "-Djdk.lang.Process.launchMechanism=VFORK"
)
_SAYING_JAVA_OPTIONS = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "SPARK_SUBMIT_OPTS")


def start(settings: Mapping[str, str] | None = None, *, little: bool = False) -> SparkSession:
    """The session of this process. `settings` override ours; `little`: tune for little data.

    The master is never set here: spark-submit (or PYSPARK_SUBMIT_ARGS) decides, and without either Spark takes
    `local[*]`. Spark's web interface is off unless spark-submit started us. Tuning never overrides what is configured.
    """
    submitted = "PYSPARK_GATEWAY_PORT" in os.environ
    wanted = {**_ALWAYS, **({} if submitted else _ON_A_LAPTOP), **(settings or {})}
    if little and not submitted and not _java_options_given(os.environ):
        wanted.setdefault(_JAVA_OPTIONS, _QUICK_START)
    builder = SparkSession.builder.appName("pulsar-user-center-audit")
    for key, value in wanted.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    jvm_classes.remember(spark)
    _unless_configured(spark, {**({} if submitted else _FEW_PARTITIONS), **(_FOR_LITTLE if little else _FOR_MUCH)})
    return spark


def is_little(spark: SparkSession) -> bool:
    """Whether the session was started for little data."""
    return spark.conf.get(_LITTLE, "false") == "true"


def _unless_configured(spark: SparkSession, settings: Mapping[str, str]) -> None:
    """Set what nobody configured. The context knows all configuration: ours, spark-submit's, and that of files."""
    configured = spark.sparkContext.getConf()
    for key, value in settings.items():
        if not configured.contains(key):
            spark.conf.set(key, value)


def _java_options_given(environment: Mapping[str, str]) -> bool:
    """Whether somebody else sets options of the JVM. With two garbage collectors chosen, it would not start."""
    arguments = environment.get("PYSPARK_SUBMIT_ARGS", "")
    home = environment.get("SPARK_HOME") or str(Path(pyspark.__file__).parent)
    defaults = Path(environment.get("SPARK_CONF_DIR") or f"{home}/conf") / "spark-defaults.conf"
    if defaults.is_file():
        arguments += defaults.read_text(encoding="utf-8", errors="replace")
    words = ("JavaOptions", "--driver-java-options", "--properties-file")
    return any(word in arguments for word in words) or any(environment.get(key) for key in _SAYING_JAVA_OPTIONS)


def has_java() -> bool:
    """Whether Spark will find a Java to start."""
    if "PYSPARK_GATEWAY_PORT" in os.environ:
        return True
    home = os.environ.get("JAVA_HOME")
    return (Path(home) / "bin" / "java").is_file() if home else shutil.which("java") is not None

"""The only place that builds a SparkSession."""

import os
from collections.abc import Mapping

from pyspark.sql import SparkSession

_ALWAYS = {
    "spark.sql.session.timeZone": "UTC",  # dates of events are UTC dates
    "spark.sql.ansi.enabled": "true",  # a wrong cast raises instead of turning into null
    "spark.ui.showConsoleProgress": "false",  # it would tear our own progress lines apart
}
_ON_A_LAPTOP = {
    "spark.ui.enabled": "false",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.sql.shuffle.partitions": "8",
}


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
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark

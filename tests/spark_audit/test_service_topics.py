"""Retry and dead-letter topics are the same ones to the suggestions, which are plain Python, and to the tables."""

import pytest
from pyspark.sql import SparkSession
from pyspark.sql.types import StringType, StructType

from spark_audit.suggest import resource_paths
from spark_audit.transforms.reach import is_served, is_service_topic
from tests.spark_audit.frames import frame

_PAIR = StructType().add("granted", StringType()).add("used", StringType())
TOPIC = "eu/acme/orders/t"
SERVED = {
    "-sub-RETRY": True, "-a-b-DLQ": True, "--RETRY": False, "-RETRY": False, "-sub-RETRY-x": False, "": False,
    "x-sub-RETRY": False, "-sub-retry": False, "-sub-RETRY\n": False,
}  # fmt: skip
"""What stands behind the topic's name, and whether it serves it."""


@pytest.mark.parametrize("domain", ["", "non-persistent://", "topic://"])
def test_plain_python_and_columns_agree(spark: SparkSession, domain: str) -> None:
    granted = TOPIC.replace("eu/", f"eu/{domain}")
    pairs = [
        (place, granted + ending) for place in (granted, "eu/acme/orders", "eu/acme/orders/u") for ending in SERVED
    ]
    rows = frame(spark, _PAIR, [dict(zip(_PAIR.names, pair, strict=True)) for pair in pairs]).select(
        "granted", "used", is_served("granted", "used").alias("served"), is_service_topic("used").alias("serves")
    )
    answers = {(row["granted"], row["used"]): (row["served"], row["serves"]) for row in rows.collect()}
    for place, used in pairs:
        path = resource_paths.path_of(used)
        assert answers[place, used] == (
            resource_paths.is_served(resource_paths.path_of(place), path),
            resource_paths.follows_another(path),
        ), used
    own = {used.removeprefix(granted): served for (place, used), (served, _) in answers.items() if place == granted}
    assert own == SERVED

"""One small Spark for the whole run."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_audit import session

_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """PySpark leaves the socket of every `collect` to the garbage collector; nothing of ours opens sockets here."""
    for item in items:
        if _HERE in item.path.parents:
            item.add_marker(pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"))


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """`local[2]`, two shuffle partitions; everything else as the program sets it."""
    started = session.start(
        {
            "spark.master": "local[2]",
            "spark.sql.shuffle.partitions": "2",
            # For ten rows planning again and compiling cost seconds; test_program.py runs the program with both on.
            "spark.sql.adaptive.enabled": "false",
            "spark.sql.codegen.wholeStage": "false",
            "spark.sql.codegen.factoryMode": "NO_CODEGEN",
            "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
            "spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("warehouse")),
        }
    )
    yield started
    started.stop()
    gc.collect()

"""The input of every side: the silver events of an estate as the intake writes them, and its grants, both in
Parquet."""

from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

from benchmarks.estate.size import Size
from benchmarks.estate.writing import write
from spark_audit.schemas import GRANT_LINE
from spark_audit.sources import events, history
from spark_audit.store import ParquetStore
from spark_audit.transforms.silver.events import deduplicate

PROCESSES = 2


def estate(directory: Path, lines: int, grants: int) -> Size:
    """Write events and history below `directory`."""
    size = Size(events=lines, grants=grants)
    write(size, directory / "estate", PROCESSES)
    return size


def silver(spark: SparkSession, directory: Path) -> None:
    """Write `out/silver/events` and `grants.parquet`."""
    files = sorted(map(str, (directory / "estate" / "events").rglob("*.jsonl*")))
    typed = events.events(events.bronze(spark, files))
    store(spark, directory / "out").replace_dates("events", deduplicate(typed))
    past = history.read(spark, str(directory / "estate" / "history"))
    past.grants.repartition(1).write.parquet(str(directory / "grants.parquet"))


def store(spark: SparkSession, out: Path) -> ParquetStore:
    """The store below `out`."""
    aside = out / ".aside"
    aside.mkdir(parents=True, exist_ok=True)
    return ParquetStore(spark, out, aside)


def grants(spark: SparkSession, directory: Path) -> DataFrame:
    """Rows of GRANT_LINE."""
    return spark.read.schema(GRANT_LINE).parquet(str(directory / "grants.parquet"))

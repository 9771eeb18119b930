"""The three sides: each reads silver and the grants, writes every table, and reports its time and memory.

`python -m benchmarks.audit.sides SIDE DIRECTORY SINCE UNTIL ROUNDS`: each side runs in its own process, so that none
profits from another's warm-up. Its best round counts.
"""

import json
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from pathlib import Path

import duckdb
from pyspark.sql import SparkSession

from benchmarks.audit import inputs, spark_sql, stages
from spark_audit import session
from spark_audit.jobs.gold import daily
from spark_audit.jobs.run_order import Period
from spark_audit.transforms.coverage import sequence_numbers
from spark_audit.transforms.coverage.watched_days import watched_days
from spark_audit.transforms.gold.per_date import PER_DATE
from spark_audit.transforms.status.grant_status import Bounds, grant_status
from tests.spark_audit import duckdb_twin

CORES = 2
SPARK = {"spark.master": f"local[{CORES}]", "spark.driver.memory": "2g"}
_PER_DATE = {name: transform for name, transform in PER_DATE.items() if name in spark_sql.TABLES}


def ours(spark: SparkSession, directory: Path, window: Period, out: Path) -> None:
    """The transforms of the nightly run with its store: sorted, one file per date, the same bytes each time."""
    events = inputs.store(spark, directory / "out").read("events")
    tables = inputs.store(spark, out)
    dates = daily.together(events, len(window.dates()))
    for name, transform in _PER_DATE.items():
        tables.replace_dates(name, transform(dates))
    tables.replace_dates("sequences", sequence_numbers.sequences(events))
    span = [(window.since, window.until)]
    logs = watched_days(tables.read("sequences"), span, 99.0).localCheckpoint()
    usage, uses = (tables.read(name, window.dates()) for name in ("usage_daily", "uses_daily"))
    bounds = Bounds(window.start(), window.end(), 14, 99.0, 0)
    status = grant_status(inputs.grants(spark, directory), usage, uses, logs, bounds)
    tables.replace_dates("grant_status", status)


def by_hand(spark: SparkSession, directory: Path, window: Period, out: Path) -> None:
    """Hand-written Spark SQL."""
    events = inputs.store(spark, directory / "out").read("events")
    events.createOrReplaceTempView("silver")
    events.repartition("date").createOrReplaceTempView("by_date")
    inputs.grants(spark, directory).createOrReplaceTempView("grants")
    values = {"since": window.since, "until": window.until, "start": window.start(), "end": window.end()}
    for name, text in spark_sql.TABLES.items():
        rows = spark.sql(text.format(**values))
        by_date = rows.repartition("date").write.partitionBy("date") if name.endswith("_daily") else rows.write
        by_date.parquet(str(out / name))
        spark.read.parquet(str(out / name)).createOrReplaceTempView(name)


def in_duckdb(directory: Path, window: Period, out: Path) -> None:
    """The independent computation that the tests use."""
    connection = duckdb.connect(config={"threads": CORES})
    silver = directory / "out" / "silver" / "events" / "*" / "*.parquet"
    connection.execute(f"CREATE VIEW silver AS FROM read_parquet('{silver}', hive_partitioning = true)")
    connection.execute(f"CREATE VIEW history AS FROM read_parquet('{directory / 'grants.parquet' / '*.parquet'}')")
    duckdb_twin.name_networks(connection)
    duckdb_twin.bound(connection, str(window.since), str(window.until), watched=0)
    out.mkdir(parents=True)
    for name in duckdb_twin.TABLES:
        duckdb_twin.make(connection, name)
        connection.execute(f"COPY {name} TO '{out / name}.parquet'")


def main() -> int:
    """Print as JSON the seconds and, for the Spark sides, what the last round used and moved."""
    side, directory, window = sys.argv[1], Path(sys.argv[2]), Period(*map(date.fromisoformat, sys.argv[3:5]))
    rounds = int(sys.argv[5])
    spark = None if side == "duckdb" else session.start(SPARK)
    work = _work(spark, side, directory, window)
    seconds, before, after = [], stages.StageTotals(), stages.StageTotals()
    for _ in range(rounds):
        shutil.rmtree(directory / side, ignore_errors=True)
        before, began = after, time.monotonic()
        work()
        seconds.append(time.monotonic() - began)
        after = stages.stage_totals(spark) if spark else after
    print(json.dumps({"seconds": min(seconds), "all": seconds, "spark": asdict(after - before)}))
    return 0


def _work(spark: SparkSession | None, side: str, directory: Path, window: Period) -> Callable[[], None]:
    if spark is None:
        return lambda: in_duckdb(directory, window, directory / side)
    if side == "silver":
        return lambda: inputs.silver(spark, directory)
    run = ours if side == "ours" else by_hand
    return lambda: run(spark, directory, window, directory / side)


if __name__ == "__main__":
    sys.exit(main())

"""The tables as they are promised, and as the transforms deliver them."""

from datetime import date
from pathlib import Path

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import StructType
from pyspark.testing import assertSchemaEqual

from spark_audit import schemas
from spark_audit.sources import events
from spark_audit.store.tables import schema_of
from spark_audit.transforms.coverage import sequence_numbers
from spark_audit.transforms.coverage.unproven import without_proof
from spark_audit.transforms.coverage.watched_days import watched_days
from spark_audit.transforms.gold import center_uses
from spark_audit.transforms.silver.events import deduplicate
from spark_audit.transforms.status.grant_status import Bounds, grant_status
from tests.spark_audit import histories

UNTIL = date(2026, 11, 30)
CASE = Path(__file__).parent / "cases" / "single_use"


def test_every_transform_keeps_its_contract(spark: SparkSession, gold: dict[str, DataFrame]) -> None:
    """Names, order and types; whether a column may be null is Spark's guess and left out."""
    lines = events.bronze(spark, [str(CASE / "events.jsonl")])
    silver = deduplicate(events.events(lines))
    past = histories.of(spark, histories.read(CASE / "grants.jsonl"))
    ranges = sequence_numbers.sequences(silver)
    daily = sequence_numbers.coverage_daily(ranges)
    covered = sequence_numbers.by_cluster(daily)
    logs = watched_days(ranges, [(UNTIL, UNTIL)], 99.0).drop("since")
    status = grant_status(past.grants, gold["usage_daily"], gold["uses_daily"], logs, Bounds(0, 0, 14, 99.0, 90))
    used = center_uses.in_window(past.center_uses, UNTIL, UNTIL)
    places = spark.createDataFrame([], "path string, file string, sha256 string, date date")
    for found, promised in (
        (events.quarantine(lines, places).schema, schemas.QUARANTINE),
        (silver.schema, schemas.EVENTS),
        *((rows.schema, schema_of(table)) for table, rows in gold.items()),
        (ranges.schema, schemas.SEQUENCES),
        (daily.schema, StructType(schemas.COVERAGE_DAILY.fields[1:])),
        (covered.schema, schemas.COVERAGE),
        (logs.schema, schemas.WATCHED_DAYS),
        (status.schema, schemas.GRANT_STATUS),
        (without_proof(status, used, "center").schema, schemas.GRANT_STATUS),
    ):
        assertSchemaEqual(found, promised, ignoreNullable=True)


def test_schema_comparison_notices_a_changed_type() -> None:
    """The check above can fail."""
    changed = StructType(schemas.COVERAGE.fields[:-1] + schemas.USAGE_DAILY.fields[:1])
    with pytest.raises(Exception, match="coverage_percent"):
        assertSchemaEqual(changed, schemas.COVERAGE, ignoreNullable=True)

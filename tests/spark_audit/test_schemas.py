"""The tables as they are promised, and as the transforms deliver them."""

from pathlib import Path

import pytest
from pyspark.sql import SparkSession
from pyspark.sql.types import StructType
from pyspark.testing import assertSchemaEqual

from spark_audit import schemas
from spark_audit.sources import events, grants
from spark_audit.transforms import coverage, denials
from spark_audit.transforms.covered import uses_daily
from spark_audit.transforms.differences import differences
from spark_audit.transforms.grant_status import Bounds, grant_status
from spark_audit.transforms.silver import deduplicated
from spark_audit.transforms.usage import usage_daily

CASE = Path(__file__).parent / "cases" / "single_use"


def test_every_transform_keeps_its_contract(spark: SparkSession) -> None:
    """Names, order and types; whether a column may be null is Spark's guess and left out."""
    lines = events.bronze(spark, [str(CASE / "events.jsonl")])
    silver = deduplicated(events.events(lines))
    export = grants.read(spark, str(CASE / "grants.jsonl"))
    ranges = coverage.sequences(silver)
    daily, usage = coverage.coverage_daily(ranges), usage_daily(silver)
    covered = coverage.by_cluster(daily)
    places = spark.createDataFrame([], "path string, file string, sha256 string, date date")
    for found, promised in (
        (events.quarantine(lines, places).schema, schemas.QUARANTINE),
        (silver.schema, schemas.EVENTS),
        (usage.schema, schemas.USAGE_DAILY),
        (uses_daily(silver).schema, schemas.USES_DAILY),
        (denials.denials_daily(silver).schema, schemas.DENIALS_DAILY),
        (denials.probes_daily(silver).schema, schemas.PROBES_DAILY),
        (ranges.schema, schemas.SEQUENCES),
        (daily.schema, StructType(schemas.COVERAGE_DAILY.fields[1:])),
        (covered.schema, schemas.COVERAGE),
        (grant_status(export, usage, covered, Bounds(0, 14, 99.0)).schema, schemas.GRANT_STATUS),
        (differences(silver, export).schema, schemas.DIFFERENCES),
    ):
        assertSchemaEqual(found, promised, ignoreNullable=True)


def test_schema_comparison_notices_a_changed_type() -> None:
    """The check above can fail."""
    changed = StructType(schemas.COVERAGE.fields[:-1] + schemas.USAGE_DAILY.fields[:1])
    with pytest.raises(Exception, match="coverage_percent"):
        assertSchemaEqual(changed, schemas.COVERAGE, ignoreNullable=True)

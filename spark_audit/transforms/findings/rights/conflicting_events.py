"""`conflicting_events`: different events with one number: a machine that was cloned, or a file that was forged."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.evidence import newest, record


def conflicting_events(coverage: DataFrame) -> DataFrame:
    """DRAFT rows for COVERAGE_DAILY of the window: one per start of a broker; its evidence has the days."""
    shown = record({"date": "date", "n": "conflicting"})
    summed = coverage.where("conflicting > 0").groupBy("cluster", "boot").agg(
        sf.sum("conflicting").alias("n"), sf.count_distinct("date").alias("days"), newest(shown).alias("evidence")
    )  # fmt: skip
    numbers = {"n": "n", "days": "days"}
    return draft(summed, "conflicting_events", ("broker_start", "boot"), severity=4, why="same_number", numbers=numbers)

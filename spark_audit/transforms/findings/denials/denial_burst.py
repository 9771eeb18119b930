"""`denial_burst`: the same attempt denied very often within a minute."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.denials.attempts import ATTEMPT, drafts, evidence
from spark_audit.transforms.findings.evidence import newest
from spark_audit.transforms.findings.rules import Days, Rules


def denial_bursts(denials: DataFrame, days: Days, rules: Rules) -> DataFrame:
    """DRAFT rows: the same attempt denied at least `burst` times within a minute of the recent days."""
    summed = denials.where(sf.col("date") >= sf.lit(days.recent)).groupBy(*ATTEMPT).agg(
        sf.sum("n").alias("n"), sf.max("bursts").alias("most_in_a_minute"),
        sf.size(sf.collect_set("date")).alias("days"),
        sf.max_by("reason", sf.struct("bursts", "reason")).alias("why"), newest(evidence()).alias("evidence"),
    )  # fmt: skip
    numbers = {"most_in_a_minute": "most_in_a_minute", "n": "n", "days": "days"}
    return drafts(summed.where(sf.col("most_in_a_minute") >= rules.burst), "denial_burst", 3, numbers)

"""`repeated_denials`: the same attempt denied on several days."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.denials.attempts import ATTEMPT, drafts, evidence
from spark_audit.transforms.findings.evidence import newest
from spark_audit.transforms.findings.rules import Days, Rules


def repeated_denials(denials: DataFrame, days: Days, rules: Rules) -> DataFrame:
    """DRAFT rows: the same attempt denied on at least `denied_days` days of the window, one of them a recent day."""
    summed = denials.where(sf.col("date") >= sf.lit(days.since)).groupBy(*ATTEMPT).agg(
        sf.sum("n").alias("n"), sf.size(sf.collect_set("date")).alias("days"), sf.max("date").alias("newest"),
        sf.max_by("reason", sf.struct("last", "reason")).alias("why"), newest(evidence()).alias("evidence"),
    )  # fmt: skip
    often = (sf.col("days") >= rules.denied_days) & (sf.col("newest") >= sf.lit(days.recent))
    return drafts(summed.where(often), "repeated_denials", 2, {"n": "n", "days": "days"})

"""`repeated_denials` and `denial_burst`: the same attempt denied on several days, or very often within a minute."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.evidence import newest, record
from spark_audit.transforms.findings.rules import Days, Rules

_DENIED = 2
_KEYS = ("cluster", "user", "op", "resource")


def repeated_denials(denials: DataFrame, days: Days, rules: Rules) -> DataFrame:
    """DRAFT rows: the same attempt denied on at least `denied_days` days of the window, one of them a recent day."""
    summed = denials.where(sf.col("date") >= sf.lit(days.since)).groupBy(*_KEYS).agg(
        sf.sum("n").alias("n"), sf.size(sf.collect_set("date")).alias("days"), sf.max("date").alias("newest"),
        sf.max_by("reason", sf.struct("last", "reason")).alias("why"), newest(_evidence()).alias("evidence"),
    )  # fmt: skip
    often = (sf.col("days") >= rules.denied_days) & (sf.col("newest") >= sf.lit(days.recent))
    return _drafts(summed.where(often), "repeated_denials", 2, {"n": "n", "days": "days"})


def denial_bursts(denials: DataFrame, days: Days, rules: Rules) -> DataFrame:
    """DRAFT rows: the same attempt denied at least `burst` times within a minute of the recent days."""
    summed = denials.where(sf.col("date") >= sf.lit(days.recent)).groupBy(*_KEYS).agg(
        sf.sum("n").alias("n"), sf.max("bursts").alias("most_in_a_minute"),
        sf.size(sf.collect_set("date")).alias("days"),
        sf.max_by("reason", sf.struct("bursts", "reason")).alias("why"), newest(_evidence()).alias("evidence"),
    )  # fmt: skip
    numbers = {"most_in_a_minute": "most_in_a_minute", "n": "n", "days": "days"}
    return _drafts(summed.where(sf.col("most_in_a_minute") >= rules.burst), "denial_burst", 3, numbers)


def _evidence() -> Column:
    names = ("date", "user", "action", "resource", "n", "first", "last")
    return record({name: name for name in names} | {"decision": f"{_DENIED}"})


def _drafts(rows: DataFrame, kind: str, severity: int, numbers: dict[str, str]) -> DataFrame:
    why = sf.col("why")
    return draft(rows, kind, _who(), keys=["cluster", "op", "resource"], severity=severity, why=why, numbers=numbers)


def _who() -> tuple[Column, Column]:
    """Subject type and subject: the user, or the resource if the client gave no name."""
    nobody = sf.col("user") == ""
    return sf.when(nobody, "resource").otherwise("user"), sf.when(nobody, sf.col("resource")).otherwise(sf.col("user"))

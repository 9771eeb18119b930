"""`many_names`: one address tried the names of many users."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.denials.attempts import evidence
from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.evidence import gather
from spark_audit.transforms.findings.rules import Days, Rules

_ADDRESS = ["cluster", "ip"]


def many_names(denials: DataFrame, activity: DataFrame, days: Days, rules: Rules) -> DataFrame:
    """DRAFT rows: addresses from which at least `address_names` users were denied in the recent days.

    A user whom `activity` shows let in from there is left out: many come from the address of a proxy or gateway.
    """
    named = "user <> '' and ip <> ''"
    recent = denials.where(named).where(sf.col("date") >= sf.lit(days.recent))
    tried = recent.join(activity.where(named).select("user", "ip").distinct(), ["user", "ip"], "left_anti")
    summed = tried.groupBy(*_ADDRESS).agg(
        sf.count_distinct("user").alias("names"), sf.sum("n").alias("n"), sf.count_distinct("date").alias("days"),
    )  # fmt: skip
    rows = summed.where(sf.col("names") >= rules.address_names).join(
        gather(tried, _ADDRESS, evidence(), each="user"), _ADDRESS, "inner"
    )
    numbers = {number: number for number in ("names", "n", "days")}
    whom = ("address", "ip")
    return draft(rows, "many_names", whom, keys=["cluster"], severity=3, why="never_let_in", numbers=numbers)

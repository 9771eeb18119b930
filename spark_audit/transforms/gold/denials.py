"""Denied attempts, and apart from them probes."""

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as sf

from spark_audit.schemas import DENIALS_DAILY, PROBES_DAILY, names

PROBE = 1
DENIED = 2
LACKING = ("NO_GRANT", "GRANT_NOT_IN_FORCE", "MAIN_ACCOUNT_LACKS_RIGHT")
"""Reasons that mean a missing grant. Other refusals (unknown users, disabled accounts) would not be changed by one."""
DESPITE = "denied_despite_grant"
"""The `problem` of a denial that a grant covered."""


def denials_daily(silver: DataFrame) -> DataFrame:
    """Rows of DENIALS_DAILY: denied attempts of kinds 0 and 2."""
    denied = silver.where((sf.col("kind") != PROBE) & (sf.col("dec") == DENIED))
    attempt = ["date", "cluster", "user", "op", "action", "resource", "reason"]
    minutes = denied.groupBy(
        "date", "cluster", "user", "op", sf.col("act").alias("action"), sf.col("res").alias("resource"),
        sf.col("code").alias("reason"), "cred", "ip", sf.expr("time div 60000").alias("minute"),
    ).agg(sf.sum("n").alias("n"), sf.min("time").alias("first"), sf.max("t_end").alias("last"))  # fmt: skip
    within = sf.sum("n").over(Window.partitionBy(*attempt, "minute"))
    daily = minutes.withColumn("within", within).groupBy(*attempt, "cred", "ip").agg(
        sf.max("within").alias("bursts"), sf.sum("n").alias("n"), sf.min("first").alias("first"),
        sf.max("last").alias("last"),
    )  # fmt: skip
    return daily.select(*names(DENIALS_DAILY))


def without_despite(denials: DataFrame, compared: DataFrame) -> DataFrame:
    """DENIALS_DAILY without attempts that were denied on a day although a grant covered them: no right was missing.

    `compared`: rows of RECOMPUTED_DAILY of the same days. Denials for reasons other than LACKING all stay.
    """
    attempt = ["date", "cluster", "user", "op", "resource"]
    covered = compared.where(sf.col("problem") == DESPITE).select(*attempt).distinct()
    lacking = sf.col("reason").isin(*LACKING)
    return denials.where(~lacking).unionByName(denials.where(lacking).join(covered, attempt, "left_anti"))


def probes_daily(silver: DataFrame) -> DataFrame:
    """Rows of PROBES_DAILY: clients that only asked what they may do, and listings."""
    resource, decision = sf.col("res").alias("resource"), sf.col("dec").alias("decision")
    probes = silver.where(sf.col("kind") == PROBE).groupBy("date", "user", "op", resource, decision)
    daily = probes.agg(sf.sum("n").alias("n"), sf.min("time").alias("first"), sf.max("t_end").alias("last"))
    return daily.select(*names(PROBES_DAILY))

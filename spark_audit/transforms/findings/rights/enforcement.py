"""What must never happen: a right used after it was revoked, and contradictions between log and history."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.evidence import gather, record
from spark_audit.transforms.gold.denials import DESPITE

_CRITICAL, _TOLERATED = 5, 3


def uses_after_revocation(after: DataFrame) -> DataFrame:
    """DRAFT rows for AFTER_REVOCATION: one per cluster, user and grant or credential.

    Critical, unless a broker cut off from the center may have allowed every one of these uses (`allowed_by_age`).
    """
    by_grant = sf.col("grant").isNotNull()
    named = after.withColumns(
        {
            "subject_type": sf.when(by_grant, "grant").otherwise("credential"),
            "subject": sf.coalesce(sf.col("grant").cast("string"), "cred", sf.lit("")),
        }
    )
    keys = ["cluster", "user", "subject_type", "subject"]
    summed = named.groupBy(*keys).agg(
        sf.sum("n").alias("n"),
        sf.max("grant").alias("grant"),
        sf.min("resource").alias("resource"),
        sf.size(sf.collect_set("resource")).alias("resources"),
        sf.max((sf.col("last") - sf.col("revoked_time")) / 1000).alias("seconds_after"),
        sf.min(sf.coalesce("allowed_by_age", sf.lit(False))).alias("tolerated"),
    )
    return draft(
        summed.join(gather(named, keys, _evidence("1", "cred"), each="resource"), keys, "inner"),
        "use_after_revocation",
        (sf.col("subject_type"), "subject"),
        keys=["cluster", "user"],
        severity=sf.when(sf.col("tolerated"), _TOLERATED).otherwise(_CRITICAL),
        why=sf.when(sf.col("tolerated"), "broker_cut_off").otherwise("revoked_before"),
        numbers={name: name for name in ("n", "resources", "seconds_after")},
    )


def recomputation_differences(recomputed: DataFrame) -> DataFrame:
    """DRAFT rows for RECOMPUTED: one per cluster, problem, cause, grant and user; `why` is problem/cause.

    The problem `denied_despite_grant` is a kind of its own.
    """
    of_grant = sf.col("grant").isNotNull()
    named = recomputed.withColumns(
        {
            "user": sf.coalesce("user", sf.lit("")),
            "why": sf.concat_ws("/", "problem", "cause"),
            "subject_type": sf.when(of_grant, "grant").otherwise("user"),
            "subject": sf.coalesce(sf.col("grant").cast("string"), "user", sf.lit("")),
        }
    )
    keys = ["cluster", "why", "user", "subject_type", "subject"]
    summed = named.groupBy(*keys).agg(
        sf.sum("n").alias("n"),
        sf.max("grant").alias("grant"),
        sf.min("resource").alias("resource"),
        sf.size(sf.collect_set("resource")).alias("resources"),
    )
    return draft(
        summed.join(gather(named, keys, _evidence(_DECISION), each="resource"), keys, "inner"),
        sf.when(sf.col("why").startswith(DESPITE), DESPITE).otherwise("recomputation_difference"),
        (sf.col("subject_type"), "subject"),
        keys=["cluster", "why", "user"],
        severity=3,
        why=sf.col("why"),
        numbers={"n": "n", "resources": "resources"},
    )


_DECISION = f"if(problem = '{DESPITE}', 2, 1)"


def _evidence(decision: str, *more: str) -> Column:
    known = {name: name for name in ("user", "resource", "n", "first", "last", *more)}
    return record(known | {"date": "timestamp_millis(last)", "decision": decision})

"""`use_after_revocation`: a right used after it was revoked, which must never happen."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.evidence import gather, record

_CRITICAL, _TOLERATED = 5, 3
_EVIDENCE = {field: field for field in ("user", "resource", "n", "first", "last", "cred")} | {
    "date": "timestamp_millis(last)",
    "decision": "1",
}


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
        summed.join(gather(named, keys, record(_EVIDENCE), each="resource"), keys, "inner"),
        "use_after_revocation",
        (sf.col("subject_type"), "subject"),
        keys=["cluster", "user"],
        severity=sf.when(sf.col("tolerated"), _TOLERATED).otherwise(_CRITICAL),
        why=sf.when(sf.col("tolerated"), "broker_cut_off").otherwise("revoked_before"),
        numbers={name: name for name in ("n", "resources", "seconds_after")},
    )

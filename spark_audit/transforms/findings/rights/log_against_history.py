"""`recomputation_difference` and `denied_despite_grant`: log and history contradict each other."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.evidence import gather, record
from spark_audit.transforms.gold.denials import DESPITE

_EVIDENCE = {field: field for field in ("user", "resource", "n", "first", "last")} | {
    "date": "timestamp_millis(last)",
    "decision": f"if(problem = '{DESPITE}', 2, 1)",
}


def recomputation_differences(recomputed: DataFrame) -> DataFrame:
    """DRAFT rows for RECOMPUTED: one per cluster, problem, cause, grant and user; `why` is problem/cause.

    A denial that a grant covered is a kind of its own.
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
        summed.join(gather(named, keys, record(_EVIDENCE), each="resource"), keys, "inner"),
        sf.when(sf.col("why").startswith(DESPITE), DESPITE).otherwise("recomputation_difference"),
        (sf.col("subject_type"), "subject"),
        keys=["cluster", "why", "user"],
        severity=3,
        why=sf.col("why"),
        numbers={"n": "n", "resources": "resources"},
    )

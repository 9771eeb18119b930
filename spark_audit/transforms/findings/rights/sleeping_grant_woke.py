"""Grants used again after a long sleep: a forgotten right in new hands, or a yearly job."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.rights.grant_drafts import weighty
from spark_audit.transforms.findings.rules import Days, Rules
from spark_audit.transforms.findings.watched_logs import complete
from spark_audit.transforms.status import grant_clusters

_DENIED = 2


def woken_grants(
    status: DataFrame, grants: DataFrame, usage: DataFrame, log: DataFrame, days: Days, rules: Rules
) -> DataFrame:
    """DRAFT rows: grants used in the recent days, and before that not for `sleep_days`, none of which is a hole.

    A grant that was never used has slept since it was given, or since the log began. `usage`: the rows since
    `days.before`. The grant may have been used on any cluster where it held since then (by `grants`, the history), so
    the logs of all these clusters must be without holes.
    """
    clusters = grant_clusters.clusters(grants, days.begin).join(sf.broadcast(log), "cluster", "left")
    logs = clusters.groupBy("grant").agg(
        sf.collect_list(sf.struct("watched_since", "holes")).alias("logs"),
        sf.max("watched_since").alias("watched_since"),
    )
    woken = (
        _first_uses(usage, days)
        .join(status.drop("cluster", "watched_since", "watched_until"), "grant", "inner")
        .join(logs, "grant", "inner")
    )
    given = sf.timestamp_millis("add_time").cast("date")
    asleep = woken.withColumns(
        {
            "asleep_since": sf.greatest(sf.coalesce("last_before", "watched_since"), "watched_since", given),
            "why": sf.when(sf.col("last_before").isNull(), "never_used_before").otherwise("slept"),
        }
    ).withColumn("slept_days", sf.date_diff("woke", "asleep_since"))
    first, last = sf.col("asleep_since"), sf.col("woke")
    nothing_missing = sf.forall(
        "logs", lambda cluster_log: complete(first, last, cluster_log["watched_since"], cluster_log["holes"])
    )
    rows = asleep.where((sf.col("slept_days") >= rules.sleep_days) & nothing_missing)
    return draft(
        rows.withColumn("resource", sf.col("res")),
        "sleeping_grant_woke",
        ("grant", "grant"),
        severity=weighty() + 3,
        why=sf.col("why"),
        numbers={"slept_days": "slept_days", "uses": "uses", "users": "users"},
    )


def _first_uses(usage: DataFrame, days: Days) -> DataFrame:
    """grant → last_before, woke (first recent day with use), cluster (of that use), uses and users (recent days)."""
    recent = sf.col("date") >= sf.lit(days.recent)
    used = usage.where((sf.col("decision") != _DENIED) & sf.col("grant").isNotNull())
    cluster = sf.substring_index("resource", "/", 1)
    by_grant = used.groupBy("grant").agg(
        sf.max(sf.when(~recent, sf.col("date"))).alias("last_before"),
        sf.min(sf.when(recent, sf.col("date"))).alias("woke"),
        sf.min_by(cluster, sf.when(recent, sf.struct("first", "resource"))).alias("cluster"),
        sf.sum(sf.when(recent, sf.col("covering"))).alias("uses"),
        sf.size(sf.collect_set(sf.when(recent, sf.col("user")))).alias("users"),
    )
    return by_grant.where("woke is not null")

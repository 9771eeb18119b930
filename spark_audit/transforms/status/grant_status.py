"""The status of each exported grant. The definitions are in docs/audit.md.

`suggest/status.py` has the same definitions for a moment in the past.
"""

from dataclasses import dataclass

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import GRANT_STATUS, names
from spark_audit.transforms.coverage import auditing
from spark_audit.transforms.status import grant_clusters, sole_uses

_DAY = 86_400_000


@dataclass(frozen=True)
class Bounds:
    """When absence of use proves something: the window (ms, the end excluded), least age in days, least coverage in
    percent, least watched days."""

    start: int
    end: int
    min_age_days: int
    min_coverage: float
    min_watched_days: int


def grant_status(grants: DataFrame, usage: DataFrame, uses: DataFrame, logs: DataFrame, bounds: Bounds) -> DataFrame:
    """Rows of GRANT_STATUS. Left out are grants that have ended and were not used in the window.

    `usage` and `uses`: rows of USAGE_DAILY and USES_DAILY in the window. `logs`: rows of WATCHED_DAYS for it.
    """
    latest = _latest(grants)
    judged = (
        latest.join(_counters(usage), "grant", "left")
        .join(sole_uses.sole_by_network(uses, latest), "grant", "left")
        .join(_worst_coverage(grant_clusters.clusters(grants, bounds.start), latest, logs), "grant", "left")
        .fillna(0, ["covering", "applied", "sole", "sole_there", "members_using"])
        .withColumn("sole", sf.col("sole") + sf.col("sole_there"))
        .withColumn("why", _why(bounds))
        .withColumn("status", _status())
        .withColumn("until", sf.timestamp_millis(sf.lit(bounds.end - 1)).cast("date"))
    )
    return judged.where("granted or covering > 0").select(*names(GRANT_STATUS))


def _latest(grants: DataFrame) -> DataFrame:
    """One row per grant: its last content, `add_time`, and `granted`: whether it still stands."""
    content = sf.struct(
        "role",
        "role_name",
        "type",
        "res",
        "authorities",
        "granted_by",
        "valid_from",
        "valid_until",
        "users",
        "prefix",
        "networks",
    )
    ended = sf.col("until_rev").isNotNull()
    rows = grants.groupBy("grant").agg(
        sf.max_by(content, sf.struct("from_rev", "cluster")).alias("now"),
        sf.min("add_time").alias("add_time"),
        sf.max(~ended).alias("granted"),
        sf.when(sf.min("cluster") == sf.max("cluster"), sf.min("cluster")).alias("cluster"),
    )
    return rows.select("grant", "add_time", "granted", "cluster", "now.*").withColumn(
        "members", sf.coalesce(sf.size("users").cast("bigint"), sf.lit(0).cast("bigint"))
    )


def _counters(usage: DataFrame) -> DataFrame:
    """Sums over the window. `members_using` counts users of the log, whether they are still in the role or not."""
    return (
        usage.where("grant is not null")
        .groupBy("grant")
        .agg(
            sf.sum("covering").alias("covering"),
            sf.sum("applied").alias("applied"),
            sf.sum("sole").alias("sole"),
            sf.max("last").alias("last"),
            sf.count_distinct("user").alias("members_using"),
        )
    )


def _worst_coverage(places: DataFrame, latest: DataFrame, logs: DataFrame) -> DataFrame:
    """grant → coverage_percent, watched_days, watched_since, watched_until: the worst of the clusters on which it held.

    A cluster without any event has coverage 0 and no watched day.
    """
    held = places.join(latest.select("grant", "add_time", "valid_from", "valid_until"), "grant", "inner")
    known = held.join(sf.broadcast(logs.select("cluster", "coverage_percent", "days")), "cluster", "left")
    mine = known.select("grant", "coverage_percent", _usable("days").alias("days"))
    return mine.groupBy("grant").agg(
        sf.min(sf.coalesce("coverage_percent", sf.lit(0.0))).alias("coverage_percent"),
        sf.min(sf.coalesce(sf.size("days"), sf.lit(0))).cast("bigint").alias("watched_days"),
        sf.max(sf.get("days", sf.lit(0))).alias("watched_since"),
        sf.min(sf.array_max("days")).alias("watched_until"),
    )


def _usable(days: str) -> Column:
    """The watched days on which the grant could have been used all day."""
    since = sf.greatest("begun", "add_time", "valid_from")

    def usable(day: Column) -> Column:
        begin = sf.unix_date(day).cast("bigint") * _DAY
        return (begin >= since) & (sf.coalesce("valid_until", begin + _DAY) >= begin + _DAY)

    always = usable(sf.array_min(days)) & usable(sf.array_max(days))
    return sf.when(always, sf.col(days)).otherwise(sf.filter(days, usable))


def _why(bounds: Bounds) -> Column:
    """Why absence of use is no proof: not_logged, coverage, young, too_little_watched, audit; null if it is proof."""
    since = sf.greatest("add_time", sf.coalesce("valid_from", "add_time"))
    return (
        sf.when(sf.col("coverage_percent") == 0, "not_logged")
        .when(sf.col("coverage_percent") < bounds.min_coverage, "coverage")
        .when(since > bounds.end - bounds.min_age_days * _DAY, "young")
        .when(sf.col("watched_days") < bounds.min_watched_days, "too_little_watched")
        .when(sf.col("granted") & auditing.each_lets_audit("authorities"), auditing.USE_IS_UNSEEN)
    )


def _status() -> Column:
    """One event proves use. Unused and redundant need a complete log over a long enough time (`why` is null)."""
    used, proves = sf.col("covering") > 0, sf.col("why").isNull()
    return (
        sf.when(used & ~sf.col("granted"), "used_not_granted")
        .when(sf.col("sole") > 0, "essential")
        .when(used & proves, "redundant")
        .when(used, "used")
        .when(proves, "unused")
        .otherwise("unknown")
    )

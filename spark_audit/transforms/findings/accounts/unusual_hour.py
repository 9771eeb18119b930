"""`unusual_hour`: a user is active at an hour far from its usual ones, at which it never was before."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.evidence import newest, shared_value, use
from spark_audit.transforms.findings.robust import NORMAL, let, median
from spark_audit.transforms.findings.rules import Days, Rules
from spark_audit.transforms.findings.watched_logs import watched_from

_HOURS = 24
_LEAST_DEVIATION = 1.0  # hours; somebody who always came at the same hour may still be an hour late


def unusual_hours(activity: DataFrame, watched: DataFrame, days: Days, rules: Rules) -> DataFrame:
    """DRAFT rows: uses in the recent days at an hour (UTC) that is unusual by the days before.

    Unusual: no use within one hour of it on any day before, and further from the median hour than `hour_deviations` ·
    1.4826 · MAD, where the MAD counts as one hour at least. Distances go round the clock: 23 is one hour from 0.
    `watched`: rows of `logs_by_user`. At least `history_days` before the recent ones were watched.
    """
    away = _distance(sf.col("hour"), sf.col("median_hour"))
    limit = sf.greatest(sf.col("mad_hours"), sf.lit(_LEAST_DEVIATION)) * NORMAL * rules.hour_deviations
    near = sf.exists("hours", lambda hour: _distance(hour["hour"], sf.col("hour")) <= 1)
    judged = _compared(activity, watched, days, rules).withColumn("hours_away", away)
    return draft(
        judged.where((sf.col("hours_away") > limit) & ~near),
        "unusual_hour",
        ("user", "user"),
        keys=["hour"],
        severity=2,
        why="never_at_this_hour",
        numbers={name: name for name in ("hour", "uses", "median_hour", "mad_hours", "hours_away", "active_days")},
    )


def _compared(activity: DataFrame, watched: DataFrame, days: Days, rules: Rules) -> DataFrame:
    """Recent use per user and hour (uses, cluster, evidence), with hours, median_hour, mad_hours, active_days.

    These four describe the days before. `hours`: each hour with use, and on how many days.
    """
    by_user = (
        _by_hour(activity, days)
        .groupBy("user")
        .agg(
            sf.collect_list(sf.when(sf.size("dates") > 0, sf.struct("hour", sf.size("dates").alias("days")))).alias(
                "hours"
            ),
            sf.array_distinct(sf.flatten(sf.collect_list("dates"))).alias("dates"),
            sf.collect_list(sf.when(sf.col("uses") > 0, sf.struct("hour", "uses", "cluster", "evidence"))).alias(
                "lately"
            ),
        )
    )
    known_days = watched_from(sf.array_min("dates"), days.recent)
    known = by_user.join(watched, "user", "inner").where(
        (known_days >= rules.history_days) & (sf.size("dates") >= rules.history_days) & (sf.size("lately") > 0)
    )
    kept = ("user", "watched_since", "hours")
    each = known.select(*kept, _usual().alias("usual"), sf.size("dates").alias("active_days"), "lately")
    exploded = each.select(*kept, "usual", "active_days", sf.explode("lately").alias("one"))
    return exploded.select(*kept, "usual.*", "active_days", "one.*")


def _usual() -> Column:
    """median_hour, and mad_hours: the median distance from it. Each hour counts once per day on which it was used."""

    def around(middle: Column) -> Column:
        each = sf.transform("hours", lambda hour: sf.array_repeat(_distance(hour["hour"], middle), hour["days"]))
        return sf.struct(middle.alias("median_hour"), median(sf.flatten(each)).alias("mad_hours"))

    return let(_median_hour(), around)


def _by_hour(activity: DataFrame, days: Days) -> DataFrame:
    """user, hour → dates (those before the recent days), uses and evidence (of the recent days), cluster."""
    recent = sf.col("date") >= sf.lit(days.recent)
    return activity.groupBy("user", "hour").agg(
        sf.collect_set(sf.when(~recent, sf.col("date"))).alias("dates"),
        sf.sum(sf.when(recent, sf.col("n")).otherwise(0)).alias("uses"),
        shared_value("cluster").alias("cluster"),
        newest(sf.when(recent, use())).alias("evidence"),
    )


def _median_hour() -> Column:
    """The hour with the smallest total distance to all uses; of several, the earliest."""
    every = sf.sequence(sf.lit(0), sf.lit(_HOURS - 1))
    totals = sf.transform(every, lambda middle: sf.struct(_total(middle).alias("way"), middle.alias("hour")))
    return sf.array_min(totals)["hour"]


def _total(middle: Column) -> Column:
    return sf.aggregate("hours", sf.lit(0), lambda total, hour: total + _distance(hour["hour"], middle) * hour["days"])


def _distance(hour: Column, other: Column) -> Column:
    """Hours between two hours of the day, the shorter way round."""
    apart = sf.abs(hour - other)
    return sf.least(apart, sf.lit(_HOURS) - apart)

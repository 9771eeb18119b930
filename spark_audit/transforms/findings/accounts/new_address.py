"""`new_address`: a user known for long comes from an address that it never came from before."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.evidence import newest, shared_value, use
from spark_audit.transforms.findings.rules import Days, Rules
from spark_audit.transforms.findings.watched_logs import watched_from


def new_addresses(activity: DataFrame, watched: DataFrame, days: Days, rules: Rules) -> DataFrame:
    """DRAFT rows: addresses first seen in the recent days, of users whose logs were watched on at least `history_days`
    since they were first seen and before these: in a hole the address may have been used.

    `activity`: the rows since `days.before`. `watched`: rows of `logs_by_user`. Users who always come from new ones
    are left out: those for whom more than `address_share` of the days brought a new one, not counting those of
    their first `history_days`.
    """
    users = (
        _addresses(activity, days)
        .groupBy("user")
        .agg(
            sf.collect_list(sf.struct("ip", "seen", "cluster", "uses", "evidence")).alias("addresses"),
            sf.array_distinct(sf.flatten(sf.collect_list("dates"))).alias("dates"),
        )
    )
    steady = _measured(users.join(watched, "user", "inner"), days, rules).where(
        (sf.col("known_days") >= rules.history_days)
        & (sf.size("days_with_new") <= sf.size("dates") * rules.address_share)
    )
    each = steady.select("user", "watched_since", "known_days", "known_addresses", sf.explode("new").alias("one"))
    return draft(
        each.select("user", "watched_since", "known_days", "known_addresses", "one.*"),
        "new_address",
        ("user", "user"),
        keys=["ip"],
        severity=2,
        why="first_seen",
        numbers={"uses": "uses", "known_days": "known_days", "known_addresses": "known_addresses"},
    )


def _addresses(activity: DataFrame, days: Days) -> DataFrame:
    """user, ip → cluster, uses, seen (first date), dates (before the recent days), evidence (of the recent days)."""
    recent = sf.col("date") >= sf.lit(days.recent)
    by_address = activity.where("ip is not null and ip <> ''").groupBy("user", "ip")
    return by_address.agg(
        sf.min("date").alias("seen"),
        shared_value("cluster").alias("cluster"),
        sf.sum("n").alias("uses"),
        sf.collect_set(sf.when(~recent, sf.col("date"))).alias("dates"),
        newest(sf.when(recent, use())).alias("evidence"),
    )


def _measured(users: DataFrame, days: Days, rules: Rules) -> DataFrame:
    """user, watched_since, dates, known_days, known_addresses, days_with_new (after the first `history_days`), new
    (addresses)."""
    since = sf.array_min("dates")
    known = sf.filter("addresses", lambda address: address["seen"] < sf.lit(days.recent))
    learned = sf.date_add(since, rules.history_days)
    later = sf.filter(sf.transform(known, lambda address: address["seen"]), lambda day: day >= learned)
    return users.select(
        "user",
        "watched_since",
        "dates",
        watched_from(since, days.recent).alias("known_days"),
        sf.size(known).alias("known_addresses"),
        sf.array_distinct(later).alias("days_with_new"),
        sf.filter("addresses", lambda address: address["seen"] >= sf.lit(days.recent)).alias("new"),
    )

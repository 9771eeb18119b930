"""`unusual_volume`: far more uses of one action on a day than the user has on such days."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.evidence import newest, record, shared_value
from spark_audit.transforms.findings.robust import NORMAL, deviation, let, median
from spark_audit.transforms.findings.rules import Days, Rules

_ENOUGH = 4  # days of the same weekday; with fewer, all days are compared
_KEYS = ("user", "cluster", "action")


def unusual_volume(activity: DataFrame, log: DataFrame, days: Days, rules: Rules) -> DataFrame:
    """DRAFT rows: users with far more uses of one action on a recent day than usual.

    Far more: at least median + `volume_deviations` · spread, and at least median + `volume_least`.

    Median and MAD are those of the same weekday (with fewer than _ENOUGH of it, of all days), from the user's first day
    with the action to the day before the recent ones. A day without use counts as 0; a hole of the log is left out.
    spread = max(1.4826 · MAD, √median, 1), because counts vary by about their root even where past ones were equal.
    """
    spread = sf.greatest(sf.col("usual.mad") * NORMAL, sf.sqrt("usual.median"), sf.lit(1.0))
    more = sf.col("day.n") - sf.col("usual.median")
    judged = _compared(activity, log, days, rules).withColumns({"spread": spread, "more": more})
    far = (sf.col("more") >= sf.col("spread") * rules.volume_deviations) & (sf.col("more") >= rules.volume_least)
    numbers = ("action", "n", "median", "mad", "spread", "deviations", "days_compared", "unusual_days")
    return draft(
        _one_a_subject(judged.where(far)),
        "unusual_volume",
        ("user", "user"),
        keys=["cluster", "action"],
        severity=2,
        why="more_than_usual",
        numbers={number: number for number in numbers},
    )


def _compared(activity: DataFrame, log: DataFrame, days: Days, rules: Rules) -> DataFrame:
    """user, cluster, action, day (a recent one), usual (median, mad and days_compared of the days before)."""
    known = _daily(activity).join(sf.broadcast(log), "cluster", "inner")
    last = sf.date_sub(sf.lit(days.recent), 1)
    past = sf.filter(sf.sequence("since", last), lambda date: ~sf.array_contains("holes", date))
    counts = sf.map_from_entries(sf.transform("days", lambda day: sf.struct(day["date"], day["n"])))
    values = sf.transform(past, lambda date: sf.struct(date.alias("date"), sf.dayofweek(date).alias("weekday")))

    def counted(known_counts: Column) -> Column:
        return sf.transform(
            values,
            lambda day: sf.struct(
                day["weekday"].alias("weekday"),
                sf.coalesce(sf.try_element_at(known_counts, day["date"]), sf.lit(0)).cast("double").alias("n"),
            ),
        )

    lately = sf.filter("days", lambda day: day["date"] >= sf.lit(days.recent))
    compared = let(let(counts, counted), lambda history: sf.transform(lately, lambda day: _beside(day, history)))
    # Of a later first day, the sequence of dates would run backwards.
    long_enough = (sf.col("since") <= last) & (sf.size(past) >= rules.history_days)
    each = known.where(long_enough).select(*_KEYS, sf.explode(compared).alias("one"))
    return each.select(*_KEYS, "one.day", "one.usual")


def _daily(activity: DataFrame) -> DataFrame:
    """user, cluster, action → since (first date), days (each with its date, number of uses and evidence)."""
    daily = activity.groupBy(*_KEYS, "date").agg(
        sf.sum("n").alias("n"), sf.min("first").alias("first"), sf.max("last").alias("last"),
        shared_value("cred").alias("cred"), shared_value("ip").alias("ip"),
    )  # fmt: skip
    day = sf.struct("date", "n", "first", "last", "cred", "ip")
    return daily.groupBy(*_KEYS).agg(sf.min("date").alias("since"), sf.collect_list(day).alias("days"))


def _beside(day: Column, history: Column) -> Column:
    """A day, with `usual` of the days of the same weekday if there are _ENOUGH of them, else of all days."""
    alike = sf.filter(history, lambda other: other["weekday"] == sf.dayofweek(day["date"]))
    chosen = let(alike, lambda same: sf.when(sf.size(same) >= _ENOUGH, same).otherwise(history))
    usual = let(sf.transform(chosen, lambda other: other["n"]), _measured)
    return sf.struct(day.alias("day"), usual.alias("usual"))


def _measured(values: Column) -> Column:
    return let(
        median(values),
        lambda middle: sf.struct(
            middle.alias("median"),
            deviation(values, middle).alias("mad"),
            sf.size(values).alias("days_compared"),
        ),
    )


def _one_a_subject(judged: DataFrame) -> DataFrame:
    """One row per user, cluster and action, with the numbers of its most unusual day."""
    numbers = sf.struct(
        (sf.col("more") / sf.col("spread")).alias("deviations"), sf.col("day.n").alias("n"), "usual.median",
        "usual.mad", "spread", "usual.days_compared", sf.col("day.date").alias("date"),
    )  # fmt: skip
    shown = record({"date": "day.date", "user": "user", "cred": "day.cred", "ip": "day.ip", "action": "action",
                    "decision": "1", "n": "day.n", "first": "day.first", "last": "day.last"})  # fmt: skip
    furthest = judged.groupBy(*_KEYS).agg(
        sf.max(numbers).alias("worst"), sf.count("*").alias("unusual_days"), newest(shown).alias("evidence")
    )
    return furthest.select(*_KEYS, "worst.*", "unusual_days", "evidence")

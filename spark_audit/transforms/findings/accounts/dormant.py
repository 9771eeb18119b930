"""`dormant_user`, `dormant_sub_account` and `dormant_credential`: valid accounts and credentials that nobody uses."""

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.denials.attempts import evidence as denial
from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.evidence import use
from spark_audit.transforms.findings.rules import Days, Rules

_DAY_MS = 86_400_000


def silent_accounts(users: DataFrame, signs: DataFrame, heard: DataFrame, days: Days, rules: Rules) -> DataFrame:
    """Enabled users without a sign of life for `dormant_days`: user, main, grants, silent_days, seen, evidence,
    watched_since.

    `signs`: rows of `signs`. `heard`: rows of `heard_since`. Silence counts from the latest of: the last
    sign, the moment the account was made or enabled, the beginning of the log, the last hole in it.
    """
    standing = _since_enabled(users).where(sf.col("until_rev").isNull() & sf.col("enabled"))
    lives = standing.join(_last(signs, "user"), "user", "left").join(heard, "user", "inner")
    columns = ("user", "main", "grants", "silent_days", "seen", "evidence", "watched_since")
    return _silent(lives, days, rules).select(*columns)


def dormant_accounts(silent: DataFrame) -> DataFrame:
    """DRAFT rows for the `silent_accounts`."""
    sub_account = sf.col("main").isNotNull()
    return draft(
        silent,
        sf.when(sub_account, "dormant_sub_account").otherwise("dormant_user"),
        (sf.when(sub_account, "sub_account").otherwise("user"), "user"),
        severity=2,
        why=_why(),
        numbers={"silent_days": "silent_days", "grants": "grants"},
    )


def dormant_credentials(
    credentials: DataFrame, signs: DataFrame, silent: DataFrame, heard: DataFrame, days: Days, rules: Rules
) -> DataFrame:
    """DRAFT rows: valid credentials that nobody used for `dormant_days`, of users who are not silent themselves.

    A user with any event that names no credential is left out: that event may have used the credential in question.
    """
    valid = sf.col("until_rev").isNull() & (sf.col("expires").isNull() | (sf.col("expires") > days.end))
    nameless = signs.where("cred is null or cred = ''").select("user").distinct()
    lives = (
        credentials.where(valid)
        .join(silent.select("user"), "user", "left_anti")
        .join(nameless, "user", "left_anti")
        .join(_last(signs, "cred"), "cred", "left")
        .join(heard.select("user", "since"), "user", "inner")
    )
    left = (sf.col("expires") - sf.lit(days.end)) / _DAY_MS
    return draft(
        _silent(lives, days, rules).withColumn("days_left", left),
        "dormant_credential",
        ("credential", "cred"),
        severity=sf.when(sf.col("expires").isNull(), 3).otherwise(2),
        why=_why(),
        numbers={"silent_days": "silent_days", "days_left": "days_left"},
    )


def signs(activity: DataFrame, denials: DataFrame) -> DataFrame:
    """user, cred, last (epoch ms), sign (evidence): each use and each denied attempt is a sign of life."""
    kept = ("user", "cred", "last")
    return activity.select(*kept, use().alias("sign")).unionByName(denials.select(*kept, denial().alias("sign")))


def _since_enabled(users: DataFrame) -> DataFrame:
    """The lines, `from_time` being that of the first of those that follow each other enabled.

    A change of networks, which may come from a list that somebody else changed, is no sign of life.
    """
    ordered = Window.partitionBy("user").orderBy("from_rev")
    before = sf.lag(sf.when(sf.col("enabled"), sf.col("until_rev"))).over(ordered)
    marked = users.withColumn("enabled_from", sf.when(~sf.equal_null(before, sf.col("from_rev")), sf.col("from_time")))
    return marked.withColumn("from_time", sf.last("enabled_from", ignorenulls=True).over(ordered)).drop("enabled_from")


def _last(signs: DataFrame, key: str) -> DataFrame:
    """`key` → seen (date), evidence: of the latest sign."""
    last = signs.groupBy(key).agg(sf.max("sign").alias("sign"))
    return last.select(key, sf.col("sign.date").alias("seen"), sf.array("sign").alias("evidence"))


def _silent(lives: DataFrame, days: Days, rules: Rules) -> DataFrame:
    made = sf.timestamp_millis("from_time").cast("date")
    since = sf.greatest("seen", made, "since")
    silent = lives.withColumn("silent_days", sf.date_diff(sf.lit(days.until), since))
    return silent.where(sf.col("silent_days") >= rules.dormant_days).withColumnRenamed("since", "watched_since")


def _why() -> Column:
    return sf.when(sf.col("seen").isNull(), "never_seen").otherwise("silent")

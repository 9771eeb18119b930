"""Grants that nobody used, whose every use another grant covered too, or that ended although they were used."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.drafts import DRAFT, draft
from spark_audit.transforms.findings.evidence import gather, record
from spark_audit.transforms.findings.rules import Days

_KINDS = {"unused": "unused_grant", "redundant": "redundant_grant", "used_not_granted": "ghost_grant"}
_WHY = {"unused": "not_used", "redundant": "always_covered", "used_not_granted": "no_longer_granted"}
_SEVERITY = {"unused": 2, "redundant": 1, "used_not_granted": 2}
_TENANT = 2
_SUPER_USER = 4
_ADMINISTER = 4  # the last digit of the authorities that administer
_DENIED = 2
_DAY_MS = 86_400_000


def by_status(status: DataFrame, days: Days) -> DataFrame:
    """DRAFT rows for GRANT_STATUS rows that are unused, redundant or used_not_granted."""
    age = (sf.lit(days.end) - sf.col("add_time")) / _DAY_MS
    told = status.where(sf.col("status").isin(*_KINDS)).withColumns({"resource": sf.col("res"), "age_days": age})
    counted = ("covering", "applied", "sole", "members", "members_using", "coverage_percent", "age_days")
    return draft(
        told,
        _translated("status", _KINDS),
        ("grant", "grant"),
        severity=_severity(),
        why=_translated("status", _WHY),
        numbers={name: name for name in (*counted, "watched_days")},
    )


def add_evidence(told: DataFrame, usage: DataFrame) -> DataFrame:
    """Adds evidence to DRAFT rows about grants: the newest uses that the grant covered."""
    used = usage.where((sf.col("decision") != _DENIED) & sf.col("grant").isNotNull())
    of_these = used.join(told.select("grant").distinct(), "grant", "left_semi")
    shown = {name: name for name in ("date", "user", "action", "resource", "decision", "n", "first", "last")}
    proofs = gather(of_these, ["grant"], record(shown))
    return told.drop("evidence").join(proofs, "grant", "left").to(DRAFT)


def weighty() -> Column:
    """1 when the grant reaches a whole tenant or more, or lets somebody administer; 2 for super users; else 0."""
    administers = sf.exists("authorities", lambda one: one % 100 == _ADMINISTER)
    super_user = sf.array_contains("authorities", _SUPER_USER)
    return sf.when(super_user, 2).when((sf.col("type") <= _TENANT) | administers, 1).otherwise(0)


def _severity() -> Column:
    return _translated("status", {name: str(number) for name, number in _SEVERITY.items()}).cast("int") + weighty()


def _translated(column: str, words: dict[str, str]) -> Column:
    return sf.create_map(*[sf.lit(word) for pair in words.items() for word in pair])[sf.col(column)]

"""`unused_grant`, `redundant_grant` and `ghost_grant`: what the status of a grant says by itself."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.rights.grant_drafts import weighty
from spark_audit.transforms.findings.rules import Days

_KINDS = {"unused": "unused_grant", "redundant": "redundant_grant", "used_not_granted": "ghost_grant"}
_WHY = {"unused": "not_used", "redundant": "always_covered", "used_not_granted": "no_longer_granted"}
_SEVERITY = {"unused": 2, "redundant": 1, "used_not_granted": 2}
_DAY_MS = 86_400_000


def by_status(status: DataFrame, days: Days) -> DataFrame:
    """DRAFT rows for GRANT_STATUS rows that are unused, redundant or used_not_granted."""
    age = (sf.lit(days.end) - sf.col("add_time")) / _DAY_MS
    judged = status.where(sf.col("status").isin(*_KINDS)).withColumns({"resource": sf.col("res"), "age_days": age})
    counted = ("covering", "applied", "sole", "members", "members_using", "coverage_percent", "age_days")
    return draft(
        judged,
        _translated("status", _KINDS),
        ("grant", "grant"),
        severity=_severity(),
        why=_translated("status", _WHY),
        numbers={name: name for name in (*counted, "watched_days")},
    )


def _severity() -> Column:
    return _translated("status", {status: str(number) for status, number in _SEVERITY.items()}).cast("int") + weighty()


def _translated(column: str, words: dict[str, str]) -> Column:
    return sf.create_map(*[sf.lit(word) for pair in words.items() for word in pair])[sf.col(column)]

"""What findings about denied attempts share: the key of an attempt, its evidence and its subject."""

from typing import Final

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.evidence import record

ATTEMPT: Final = ("cluster", "user", "op", "resource")
"""Denials with equal values here are the same attempt."""
_DENIED = 2


def evidence() -> Column:
    """A row of DENIALS_DAILY as evidence."""
    names = ("date", "user", "cred", "ip", "action", "resource", "n", "first", "last")
    return record({field: field for field in names} | {"decision": f"{_DENIED}"})


def drafts(rows: DataFrame, kind: str, severity: int, numbers: dict[str, str]) -> DataFrame:
    """DRAFT rows for rows of ATTEMPT with `why` and `evidence`."""
    why = sf.col("why")
    return draft(rows, kind, _who(), keys=["cluster", "op", "resource"], severity=severity, why=why, numbers=numbers)


def _who() -> tuple[Column, Column]:
    """Subject type and subject: the user, or the resource if the client gave no name."""
    nobody = sf.col("user") == ""
    return sf.when(nobody, "resource").otherwise("user"), sf.when(nobody, sf.col("resource")).otherwise(sf.col("user"))

"""What findings about a grant have in common: their evidence, and how much more severe a weighty grant makes them."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.findings.drafts import DRAFT
from spark_audit.transforms.findings.evidence import gather, record

_TENANT = 2
_SUPER_USER = 4
_ADMINISTER = 4  # the last digit of the authorities that administer
_DENIED = 2


def add_evidence(drafts: DataFrame, usage: DataFrame) -> DataFrame:
    """DRAFT rows about grants with their evidence: the newest uses that the grant covered."""
    used = usage.where((sf.col("decision") != _DENIED) & sf.col("grant").isNotNull())
    of_these = used.join(drafts.select("grant").distinct(), "grant", "left_semi")
    shown = {field: field for field in ("date", "user", "action", "resource", "decision", "n", "first", "last")}
    proofs = gather(of_these, ["grant"], record(shown))
    return drafts.drop("evidence").join(proofs, "grant", "left").to(DRAFT)


def weighty() -> Column:
    """1 when the grant reaches a whole tenant or more, or lets somebody administer; 2 for super users; else 0."""
    administers = sf.exists("authorities", lambda authority: authority % 100 == _ADMINISTER)
    super_user = sf.array_contains("authorities", _SUPER_USER)
    return sf.when(super_user, 2).when((sf.col("type") <= _TENANT) | administers, 1).otherwise(0)

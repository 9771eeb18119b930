"""Findings over runs: they open, close by themselves, come back as what they were, and are forgotten."""

from datetime import date, timedelta

from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql.types import IntegerType, StringType, StructType

from spark_audit import schemas
from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.lifecycle import settle
from tests.spark_audit.frames import frame

D1 = date(2026, 9, 1)
D2, D3, D4 = D1 + timedelta(days=1), D1 + timedelta(days=5), D1 + timedelta(days=96)
_DRAFTED = StructType().add("user", StringType()).add("key", StringType()).add("n", IntegerType())


def test_a_finding_closes_comes_back_and_is_forgotten(spark: SparkSession) -> None:
    """`stays` holds always, `pauses` not on the second run, `ends` only on the first."""
    holding = {D1: ["stays", "pauses", "ends"], D2: ["stays"], D3: ["stays", "pauses"], D4: ["stays"]}
    rows: list[Row] = []
    found = []
    for until, users in holding.items():
        earlier = frame(spark, schemas.FINDINGS, [row.asDict(recursive=True) for row in rows])
        rows = settle(_drafts(spark, users), earlier, until, 90).collect()
        found += sorted(
            (until, finding["subject"], finding["state"], finding["first_seen"], finding["last_seen"])
            for finding in rows
        )
    assert found == [
        (D1, "ends", "open", D1, D1), (D1, "pauses", "open", D1, D1), (D1, "stays", "open", D1, D1),
        (D2, "ends", "closed", D1, D1), (D2, "pauses", "closed", D1, D1), (D2, "stays", "open", D1, D2),
        (D3, "ends", "closed", D1, D1), (D3, "pauses", "open", D1, D3), (D3, "stays", "open", D1, D3),
        (D4, "stays", "open", D1, D4),
    ]  # fmt: skip


def test_an_id_depends_on_kind_subject_and_keys_alone(spark: SparkSession) -> None:
    """Neither on numbers nor on the window; and names cannot be cut so that two findings become one."""
    nothing = frame(spark, schemas.FINDINGS, [])
    drafts = _drafts(spark, ['a","b', "a"], number=1).unionByName(_drafts(spark, ["a"], number=2))
    ids = [finding["id"] for finding in settle(drafts, nothing, D1, 90).orderBy("subject").collect()]
    assert ids[0] == ids[1] != ids[2]
    # sha256 of ["kind","user","a","k"]: what the console links to must not change between versions.
    assert ids[0] == "53dad3f75504f9d0"


def _drafts(spark: SparkSession, users: list[str], number: int = 1) -> DataFrame:
    rows = frame(spark, _DRAFTED, [{"user": user, "key": "k", "n": number} for user in users])
    return draft(rows, "kind", ("user", "user"), keys=["key"], severity=1, why="x", numbers={"n": "n"})

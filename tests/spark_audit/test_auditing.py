"""No log shows the use of auditing: a grant of it is never called unused, unless it lets administer as much."""

import json

import pytest
from pyspark.sql import SparkSession

from app.access.vocabulary import FILE
from spark_audit.schemas import GRANT_LINE
from spark_audit.sources import operations
from spark_audit.suggest.prices import RISKS
from spark_audit.transforms.coverage import auditing
from spark_audit.transforms.findings.rights import leaves
from tests.spark_audit.frames import frame

CASES = [
    ([207], True), ([303, 307], True), ([7, 104], True), ([107, 204], True), ([307, 304, 107], True),
    ([101, 102, 103, 104, 107], False), ([204, 207, 307], False), ([4, 7], False), ([303], False), ([304], False),
]  # fmt: skip


@pytest.mark.parametrize(("authorities", "found"), CASES)
def test_grants_that_let_audit_are_found(authorities: list[int], found: bool) -> None:
    assert auditing.lets_audit(authorities) is found


def test_plain_python_and_columns_agree(spark: SparkSession) -> None:
    lines = [{"grant": at, "authorities": authorities} for at, (authorities, _) in enumerate(CASES)]
    rows = frame(spark, GRANT_LINE, lines).where(auditing.each_lets_audit("authorities"))
    found = {grant["grant"] for grant in rows.collect()}
    assert found == {at for at, (_, wanted) in enumerate(CASES) if wanted}


def test_creep_does_not_count_audit(spark: SparkSession) -> None:
    rows = frame(spark, GRANT_LINE, [{"grant": 1, "authorities": [207, 203]}, {"grant": 2, "authorities": [4]}])
    found = {
        row["grant"]: set(row["r"]) for row in rows.select("grant", leaves.rights("authorities").alias("r")).collect()
    }
    assert found[1] == {"read"}
    assert "audit" not in found[2]
    assert RISKS[7] == 0


def test_audit_allows_no_operation_of_a_broker() -> None:
    operations_file = json.loads(FILE.read_text(encoding="utf-8"))
    for op, _, right, _, _, _, _, enough, readers in operations.alternatives(operations_file):
        if op not in ("SEE",) and not op.startswith("AUDIT_"):
            assert not {7, 107, 207, 307} & {*enough, *readers}, (op, right)

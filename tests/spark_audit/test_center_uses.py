"""A grant that was used at the center is not called unused because brokers never saw it."""

from datetime import date
from typing import Any

import pytest
from pyspark.sql import SparkSession

from spark_audit.schemas import CENTER_USE_LINE, GRANT_STATUS
from spark_audit.transforms.coverage.unproven import without_proof
from spark_audit.transforms.gold import center_uses
from tests.spark_audit.frames import frame

FIRST, LAST = date(2026, 11, 1), date(2026, 11, 30)
STATUSES = [
    (1, "unused", None, True), (2, "redundant", None, True), (3, "essential", None, True),
    (4, "unknown", "young", True), (5, "used_not_granted", None, False), (6, "unused", None, True),
    (7, "redundant", None, True),
]  # fmt: skip


@pytest.fixture(scope="module")
def judged(spark: SparkSession) -> dict[int, tuple[Any, ...]]:
    """Grants 1 to 5 were used at the center in the window, 6 the day before it, 7 the day after."""
    days = [(1, FIRST), (1, LAST), (2, LAST), (3, FIRST), (4, FIRST), (5, FIRST), (6, date(2026, 10, 31))]
    lines = [{"grant": grant, "date": day, "n": 1, "first": 1, "last": 2} for grant, day in days]
    uses = frame(spark, CENTER_USE_LINE, [*lines, {**lines[0], "grant": 7, "date": date(2026, 12, 1)}])
    names = ("grant", "status", "why", "granted")
    status = frame(spark, GRANT_STATUS, [dict(zip(names, row, strict=True)) for row in STATUSES])
    used = center_uses.in_window(uses, FIRST, LAST)
    rows = without_proof(status, used, center_uses.CENTER).select(*names).collect()
    assert len(rows) == len(STATUSES)
    return {grant["grant"]: (grant["status"], grant["why"]) for grant in rows}


def test_a_use_at_the_center_ends_the_proof_of_no_use(judged: dict[int, tuple[Any, ...]]) -> None:
    """A redundant grant becomes `used`; one sole use stays a proof."""
    assert [judged[grant] for grant in (1, 2, 3)] == [
        ("unknown", "center"),
        ("used", "center"),
        ("essential", "center"),
    ]


def test_other_reasons_and_other_days_stay(judged: dict[int, tuple[Any, ...]]) -> None:
    """A grant that is gone needs no proof."""
    assert [judged[grant] for grant in (4, 5)] == [("unknown", "young"), ("used_not_granted", None)]
    assert [judged[grant] for grant in (6, 7)] == [("unused", None), ("redundant", None)]

"""On which days the log of a cluster was watched."""

from datetime import date, timedelta

import pytest
from pyspark.sql import SparkSession

from spark_audit.schemas import SEQUENCES
from spark_audit.transforms.coverage.watched_days import last_begin, watched_days
from tests.spark_audit.frames import Line, frame

DAY = [date(2026, 11, day) for day in range(1, 6)]
RANGES: list[Line] = [
    {"boot": "named later", "date": DAY[0], "start": 4, "end": 6},
    {"boot": "named later", "date": DAY[1], "start": 9, "end": 9},
    {"boot": "named later", "date": DAY[3], "start": 10, "end": 10, "cluster": "late"},
    {"boot": "never named", "date": DAY[2], "start": 1, "end": 8},
    {"boot": "begun inside", "date": DAY[4], "start": 1, "end": 3, "cluster": "late"},
]


def test_later_events_change_no_earlier_day(spark: SparkSession) -> None:
    """Judged at the end of a date, a log is what it would be if it ended there: no clusters and holes of the future."""
    spans = [(DAY[0], until) for until in DAY]
    ended = [
        line | {"boot": f"{line['boot']} {until}", "cluster": line.get("cluster") and f"{line['cluster']} {until}"}
        for until in DAY for line in RANGES if line["date"] <= until
    ]  # fmt: skip
    found = watched_days(frame(spark, SEQUENCES, RANGES), spans, 50.0).collect()
    alone = watched_days(frame(spark, SEQUENCES, ended), [(DAY[0], DAY[-1])], 50.0).collect()
    found_days = {(f"{log['cluster']} {log['until']}", log["coverage_percent"], tuple(log["days"])) for log in found}
    assert found_days == {(log["cluster"], log["coverage_percent"], tuple(log["days"])) for log in alone}
    assert {log["until"] for log in found} == {DAY[3], DAY[4]}, "before, nobody knows of which cluster they are"


@pytest.mark.parametrize(
    ("days", "first"), [([1, 2, 3], 1), ([1, 16, 17], 1), ([1, 17, 18], 17), ([1, 20, 40, 41], 40), ([5], 5)]
)
def test_a_log_begins_after_its_last_long_pause(days: list[int], first: int) -> None:
    """One event of 1970 is no beginning."""
    assert last_begin([date(1970, 1, 1)] + [date(2026, 10, 1) + timedelta(days=day) for day in days]) == date(
        2026, 10, 1
    ) + timedelta(days=first)

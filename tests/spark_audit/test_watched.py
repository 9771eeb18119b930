"""Since when the log of a cluster is known, before the window too."""

from datetime import date

from pyspark.sql import SparkSession

from spark_audit.schemas import SEQUENCES
from spark_audit.transforms.coverage import as_known_before
from spark_audit.transforms.findings.watched import before_window
from tests.spark_audit.frames import Line, frame

DAY = [date(2026, 11, number) for number in range(1, 6)]
RANGES: list[Line] = [
    {"boot": "named later", "date": DAY[0], "start": 4, "end": 6},
    {"boot": "named later", "date": DAY[1], "start": 9, "end": 9},
    {"boot": "named later", "date": DAY[3], "start": 10, "end": 10, "cluster": "late"},
    {"boot": "never named", "date": DAY[2], "start": 1, "end": 8},
    {"boot": "begun inside", "date": DAY[4], "start": 1, "end": 3, "cluster": "late"},
]


def test_a_start_may_be_named_only_in_the_window(spark: SparkSession) -> None:
    """A broker logs its first events before it knows its cluster: they are of the cluster that later ones name."""
    found = before_window(frame(spark, SEQUENCES, RANGES), DAY[3])
    assert {tuple(row) for row in found.select("date", "boot", "cluster", "events", "lost").collect()} == {
        (DAY[0], "named later", "late", 3, 0),
        (DAY[1], "named later", "late", 1, 2),
        (DAY[2], "never named", None, 8, 0),
    }


def test_what_was_logged_later_says_nothing_of_earlier_days(spark: SparkSession) -> None:
    """Judged before any date, a log is what it would be if it ended there: no clusters and holes of the future."""
    ranges = frame(spark, SEQUENCES, RANGES)
    for until in DAY:
        ended = frame(spark, SEQUENCES, [line for line in RANGES if line["date"] < until])
        alone = as_known_before(ended, DAY[0], DAY[-1])
        assert as_known_before(ranges, DAY[0], until).collect() == alone.collect()
    assert {row["cluster"] for row in as_known_before(ranges, DAY[0], DAY[3]).collect()} == {None}

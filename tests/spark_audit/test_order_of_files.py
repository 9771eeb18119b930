"""The same contents under other names, written at other times, read in another order: the same tables."""

import os
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from tests.spark_audit.sample import tree
from tests.spark_audit.test_intake import Directory, text

CONTENTS = [
    text(*range(12)),
    text(*range(6, 18)) + "{\n" + text(20, 21, user="ana.lopez"),
    text(*range(18, 24), 3) + "no event\n" + text(3, n=7),
]
"""Events in two files, in one file twice, and some that differ under one number; bad lines."""


def test_tables_do_not_depend_on_names_times_and_order_of_files(spark: SparkSession, tmp_path: Path) -> None:
    """At once, the other way round, and one by one as they come, the last one first."""
    there, back, late = (Directory(spark, tmp_path / directory) for directory in ("there", "back", "late"))
    for number, content in enumerate(CONTENTS):
        _write(there, number, content)
        _write(back, -number, content)
    expected = _taken_in(there)
    assert expected[0].keys() == {"events/date=2026-11-07/part-00000.parquet"}
    assert [reason for _, _, _, reason, _ in expected[1]] == ["malformed", "malformed"]
    assert _taken_in(back) == expected
    for number, content in enumerate(reversed(CONTENTS)):
        _write(late, number, content)
        _taken_in(late)
    assert _taken_in(late) == expected


def _write(directory: Directory, place: int, content: str) -> None:
    """`place`: among the others, by its name and by both times that a file has."""
    time = 1_793_836_800 + place
    file = directory.events / f"broker-{5 + place}-boot-{time}000.jsonl"
    file.write_text(content)
    os.utime(file, (time, time))


def _taken_in(directory: Directory) -> tuple[dict[str, bytes], list[list[Any]], list[tuple[Any, ...]]]:
    """Every byte of silver; rows of the quarantine and of the ledger without the names of files."""
    ledger = directory.take_in()
    ledger_rows = sorted((file.sha256, file.lines, file.events, file.bad, str(file.days)) for file in ledger)
    return (
        tree(directory.out / "silver"),
        directory.rows("quarantine", "date", "sha256", "line", "reason", "text"),
        ledger_rows,
    )

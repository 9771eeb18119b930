"""What a long run says while it works: stage, files, rows, rate and what remains."""

import re
from datetime import date

import pytest

from spark_audit.jobs.progress import Progress


def _told(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines without the times that begin them, which all do."""
    out, lines = capsys.readouterr()
    assert out == "", "the result alone goes there"
    assert all(re.match(r"\[ +\d+\.\d s\] ", line) for line in lines.splitlines())
    return [line.partition("] ")[2] for line in lines.splitlines()]


def test_each_batch_reports_progress(capsys: pytest.CaptureFixture[str]) -> None:
    """Files read of all, their dates, all lines so far and how fast; nothing remains behind the last batch."""
    progress = Progress()
    progress.expect(3, 40_000_000)
    progress.batch(1, 10_000_000, 1_000, [date(2026, 11, 7), date(2026, 11, 9)])
    progress.batch(2, 30_000_000, 2_500, [])
    files, first, last = _told(capsys)
    assert files == "files     3 new, 40.0 MB"
    assert re.fullmatch(
        r"intake    1 of 3 files \(2026-11-07 to 2026-11-09\), 1,000 lines, [\d,]+ a second, [\d,]+ s left", first
    )
    assert re.fullmatch(r"intake    3 of 3 files \(no events\), 3,500 lines, [\d,]+ a second, 0 s left", last)


def test_a_run_without_anything_new_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress()
    progress.expect(0, 0)
    progress.done("findings", "2026-11-09")
    assert _told(capsys) == ["files     nothing new", "findings  2026-11-09"]

"""What is found out in a run: files that were counted, days without events, what the machine lacks.

Here word by word, without Spark, as in `test_bad_input`.
"""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from spark_audit.jobs import failures
from spark_audit.jobs.intake import inputs
from spark_audit.jobs.intake.arrivals import KnownCenter, ReadFile
from spark_audit.jobs.run_order import Period
from spark_audit.sources.errors import SourceError
from spark_audit.sources.files import Entry
from spark_audit.sources.listing import HashedFile
from spark_audit.store import FileRead, Ledger

HOUR = 3_600_000
READ: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "events of a newer plugin": (
        {"events": 0, "reasons": {"unknown_version": 3}}, {},
        "/e/a.jsonl was written in a layout that this program does not know: upgrade it",
    ),
    "two centers' files": (
        {}, {"foreign": 2, "stranger": "asia"},
        "/e/a.jsonl holds events of cluster asia, which the center of this export never knew; it knows eu, us. Keep "
        "the events of different centers in different directories; if one of these clusters was called asia, write its "
        "new name into the file: docs/audit-running.md, A cluster with another name",
    ),
    "an export older than the events": (
        {}, {"revision": 51, "later": HOUR - 1},
        "/e/a.jsonl holds events of revision 51, the export ends with 50: export the history again, or give "
        "--any-revision if the center was restored from a back-up",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", READ)
def test_files_are_refused_after_counting(case: str) -> None:
    row, found, sentence = READ[case]
    about: dict[str, Any] = {
        "file": "a.jsonl", "bytes": 9, "sha256": "ff", "lines": 3, "events": 3, "bad": 0, "first_date": None,
        "last_date": None, "late": 0, "very_late": 0, "days": {}, "reasons": {}, **row,
    }  # fmt: skip
    entry = Entry("a.jsonl", "/e/a.jsonl", "file:/e/a.jsonl", 9, 0)
    read = ReadFile(HashedFile(entry, "ff"), "a", FileRead(**about), **({"revision": 50, "foreign": 1} | found))
    with pytest.raises(SourceError) as refused:
        KnownCenter(["eu", "us"], 50, 2 * HOUR).waiting([read], any_revision=False)
    assert str(refused.value) == sentence


def test_a_directory_of_another_center_is_refused(tmp_path: Path) -> None:
    """Whose it is is noted with the first events: those of a run with a wrong export may have been refused."""
    ledger = Ledger(tmp_path, tmp_path)
    inputs.same_center(ledger, "c0", tmp_path)
    assert Ledger(tmp_path, tmp_path).center() is None
    ledger.belongs_to("c1")
    ledger.expect([])
    ledger = Ledger(tmp_path, tmp_path)
    inputs.same_center(ledger, "c1", tmp_path)
    with pytest.raises(SourceError) as refused:
        inputs.same_center(ledger, "c2", tmp_path)
    assert str(refused.value) == (
        "the directory holds the audit of center c1, the export is of center c2: give each center an --out of its own"
    )


MISSING = {
    "one": ([3], "2026-11-03"),
    "a stretch": ([3, 4, 5, 6, 7, 8], "2026-11-03 to 2026-11-08"),
    "the whole window": (range(1, 31), "2026-11-01 to 2026-11-30"),
    "one here and two there": ([1, 29, 30], "2026-11-01, 2026-11-29 to 2026-11-30"),
    "as many as are named": ([1, 3, 5, 7, 9], "2026-11-01, 2026-11-03, 2026-11-05, 2026-11-07, 2026-11-09"),
    "one more": ([1, 3, 5, 7, 9, 11], "2026-11-01, 2026-11-03, 2026-11-05, 2026-11-07, 2026-11-09 and 1 more day"),
    "many": (range(1, 31, 2), "2026-11-01, 2026-11-03, 2026-11-05, 2026-11-07, 2026-11-09 and 10 more days"),
}


@pytest.mark.parametrize("case", MISSING)
def test_days_without_events_are_refused(case: str) -> None:
    missing, named = MISSING[case]
    november = Period(date(2026, 11, 1), date(2026, 11, 30))
    known = {day for day in november.dates() if day.day not in missing} | {date(2026, 10, 5)}
    with pytest.raises(SourceError) as refused:
        inputs.without_gaps(november, known)
    assert str(refused.value) == (
        f"there is no event of {named}: bring those files, choose another window with --from and --until, or give "
        "--missing-days if the clusters were idle"
    )


def test_a_window_without_gaps_is_accepted() -> None:
    """It may be smaller than what is known."""
    november = Period(date(2026, 11, 1), date(2026, 11, 30))
    inputs.without_gaps(november, {*november.dates(), date(2026, 12, 2)})


TOO_LITTLE = (
    "Spark does not have enough memory: give it more (PYSPARK_SUBMIT_ARGS='--driver-memory 4g pyspark-shell', or "
    "spark-submit --driver-memory 4g --executor-memory 4g) and run again. What was there before is unchanged"
)
TOO_LARGE = (
    "an answer was too large for Spark's memory: give it more (PYSPARK_SUBMIT_ARGS='--driver-memory 4g "
    "--conf spark.driver.maxResultSize=3g pyspark-shell'), and run again. What was there before is unchanged"
)
MACHINE = {
    "a full disk": (
        OSError(28, "No space left on device"),
        "there is no room left on the disk of /srv/out: make room and run again. What was there before is unchanged",
    ),
    "too little memory": (
        RuntimeError("java.lang.OutOfMemoryError: Java heap space"),
        TOO_LITTLE,
    ),
    "an answer that was lost": (
        RuntimeError(
            "Job aborted due to stage failure: Task 1 in stage 9.0 failed 1 times, most recent failure: Lost task 1.0 "
            "in stage 9.0 (TID 31) (vm executor driver): TaskResultLost (result lost from block manager)"
        ),
        TOO_LARGE,
    ),
    "an answer over the bound": (
        RuntimeError(
            "Total size of serialized results of 9 tasks (1064.8 MiB) is bigger than spark.driver.maxResultSize "
            "(1024.0 MiB)"
        ),
        TOO_LARGE,
    ),
    "too little memory for ourselves": (MemoryError(), TOO_LITTLE),
    "a Spark that ended for want of memory": (
        RuntimeError("Job 71 cancelled because SparkContext was shut down"),
        TOO_LITTLE,
    ),
    "a Java that does not start": (
        RuntimeError("[JAVA_GATEWAY_EXITED] Java gateway process exited"),
        "Spark could not start Java: it needs a JDK 17 or 21, which JAVA_HOME or the search path must name",
    ),
}


@pytest.mark.parametrize("case", MACHINE)
def test_lacks_of_the_machine_have_a_sentence(case: str) -> None:
    """That these are what real machines say, `test_program` shows."""
    error, sentence = MACHINE[case]
    assert failures.sentence(error, Path("/srv/out")) == sentence

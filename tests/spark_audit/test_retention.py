"""What retention must leave alone, without Spark."""

import json
import os
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path

import pytest

from spark_audit.jobs.intake import arrivals
from spark_audit.jobs.retention import retain
from spark_audit.sources.errors import SourceError
from spark_audit.store import FileRead, Ledger
from spark_audit.store.retention import KeptSince

ROW = FileRead("a.jsonl", 9, "ff", 1, 1, 0, "2026-11-01", "2026-11-20", 0, 0, {"2026-11-01": 1, "2026-11-20": 1}, {})
TEN = date(2026, 11, 10)


def _directory(out: Path) -> Ledger:
    """Events of two days."""
    ledger = Ledger(out, out)
    ledger.write([ROW])
    for day in ROW.days:
        _table(out, f"silver/events/date={day}")
        _table(out, f"gold/usage_daily/date={day}")
    return ledger


def _table(out: Path, name: str) -> Path:
    (out / name).mkdir(parents=True)
    (out / name / "part-00000.parquet").write_text(name)
    return out / name


def test_events_of_pending_days_stay(tmp_path: Path) -> None:
    """After a run that was killed or refused: the next one would compute the tables of that day from no events."""
    ledger = _directory(tmp_path)
    ledger.expect([date(2026, 11, 1)])
    assert retain(tmp_path, silver_days=5, gold_days=400, results=1) == []
    assert KeptSince.of(tmp_path).events == date(2026, 11, 1)
    ledger.settled()
    assert retain(tmp_path, silver_days=5, gold_days=400, results=1) == ["silver/events/date=2026-11-01"]


def test_bad_lines_of_files_without_events_are_kept_by_file_name(tmp_path: Path) -> None:
    """They lay under the oldest date there is, and went the next night. A name tells how old they are, or nothing."""
    _directory(tmp_path)
    none = replace(ROW, first_date=None, last_date=None, days={})
    named = replace(none, file="eu/broker-1-boot-1793836800000.jsonl.gz")
    assert arrivals.shelf(ROW) == date(2026, 11, 1)
    assert arrivals.shelf(named) == date(2026, 11, 5)
    for odd in ("broken.jsonl", "broker-20261107123456.jsonl", "broker-9999999999999999.jsonl"):
        shelf = arrivals.shelf(replace(none, file=odd))
        kept = _table(tmp_path / odd, f"quarantine/date={shelf}")
        Ledger(tmp_path / odd, tmp_path).write([ROW])
        assert retain(tmp_path / odd, silver_days=1, gold_days=1, results=1) == []
        assert kept.exists()


def test_a_directory_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    """Whatever its ledger says by then."""
    _directory(tmp_path)
    (tmp_path / "ledger" / "files.jsonl").write_text(json.dumps(asdict(ROW) | {"invented": 1}) + "\n")
    (tmp_path / "ledger" / "center.json").write_text('{"v": 2, "center": "5f0c"}\n')
    with pytest.raises(SourceError, match="written in layout 2, this program knows 1: upgrade it"):
        retain(tmp_path, silver_days=1, gold_days=1, results=1)
    assert (tmp_path / "silver" / "events" / "date=2026-11-01").exists()


def test_results_are_deleted_by_age(tmp_path: Path) -> None:
    """The pointer's stay in any case."""
    _directory(tmp_path)
    for number, name in enumerate(("c", "a", "b")):
        (tmp_path / "results" / name).mkdir(parents=True)
        os.utime(tmp_path / "results" / name, (number, number))
    (tmp_path / "current.json").write_text(json.dumps({"path": "results/c"}))
    assert retain(tmp_path, silver_days=400, gold_days=400, results=1) == ["results/a"]

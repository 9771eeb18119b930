"""Deleted days and erased names are gone everywhere, and do not come back with later files."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_audit.jobs import run
from spark_audit.jobs.erasure import erase
from spark_audit.jobs.retention import retain
from spark_audit.jobs.run_order import Order
from spark_audit.sources.errors import SourceError
from spark_audit.store import ParquetStore
from spark_audit.store.tables import TABLES, place_of
from spark_audit.transforms.silver.pseudonyms import pseudonym
from tests.spark_audit import sample
from tests.spark_audit.delta_contents import rows

NAME = "order-service"


@pytest.fixture
def copied(order: Order, done: dict[str, bytes], tmp_path: Path) -> Order:
    """The run that is done, in a directory of its own."""
    shutil.copytree(order.out, tmp_path / "out")
    shutil.copytree(order.events, tmp_path / "events")
    return replace(order, out=tmp_path / "out", events=str(tmp_path / "events"))


def _late(order: Order) -> None:
    """Another broker's events of the same days come."""
    for file in sorted(Path(order.events).iterdir()):
        (file.parent / f"late-{file.name}").write_text(file.read_text().replace("5f0c2b1e", "8f0c2b1e"))


def test_deleted_days_and_erased_names_stay_gone(spark: SparkSession, copied: Order, tmp_path: Path) -> None:
    """When events come late, or a name is in later files and in the export: both at once, because a run costs time."""
    key, first = tmp_path / "key", copied.out / "gold" / "usage_daily" / "date=2026-11-07" / "part-00000.parquet"
    key.write_bytes(b"0123456789abcdef0123456789abcdef")
    mark = _erased(spark, copied, key)
    before = first.read_bytes()
    assert retain(copied.out, silver_days=2, gold_days=3, results=1) == ["silver/events/date=2026-11-07"]
    _late(copied)
    with pytest.raises(SourceError, match="give --key-file"):
        run.run(spark, copied)
    found = run.run(spark, replace(copied, key_file=key))
    _nowhere(copied.out, mark)
    assert first.read_bytes() == before
    summary = json.loads((found / "publish" / "run.json").read_text())
    kept = ParquetStore(spark, copied.out, copied.out).read("quarantine")
    assert kept.where("reason = 'after_retention'").count() == summary["bad_lines"] - 2 > 50
    _let_all_go(copied.out)


def _erased(spark: SparkSession, order: Order, key: Path) -> str:
    """In tables, results and the ledger; twice is once; another key is refused."""
    made = [results.stat().st_mtime_ns for results in (order.out / "results").iterdir()]
    mark = erase.erase(spark, order.out, NAME, key)
    assert mark == pseudonym(key.read_bytes(), NAME)
    assert [results.stat().st_mtime_ns for results in (order.out / "results").iterdir()] == made
    _nowhere(order.out, mark)
    once = sample.tree(order.out)
    assert erase.erase(spark, order.out, NAME, key) == mark
    assert sample.tree(order.out) == once
    other = key.with_name("other")
    other.write_bytes(b"another key of enough bytes")
    with pytest.raises(SourceError, match="is not the key"):
        erase.erase(spark, order.out, "billing-service", other)
    return mark


def _let_all_go(out: Path) -> None:
    """Everything of old days goes, but not the numbers that say what is missing."""
    assert retain(out, silver_days=1, gold_days=1, results=1) != []
    assert not (out / "gold" / "usage_daily" / "date=2026-11-07").exists()
    assert (out / "gold" / "sequences" / "date=2026-11-07").exists()
    with pytest.raises(SourceError, match="at least as long"):
        retain(out, silver_days=2, gold_days=1, results=1)


def _nowhere(out: Path, mark: str) -> None:
    contents = {table: rows(sorted((out / place_of(table)).glob("*/*.parquet"))) for table in TABLES}
    assert [table for table, listed in contents.items() if any(f"'{NAME}'" in row for row in listed)] == []
    assert any(f"'user': '{mark}'" in row for row in contents["usage_daily"])
    for name, content in sample.unpacked(sample.tree(out)).items():
        if not name.endswith(".parquet"):
            assert NAME.encode() not in content, name

"""The store of tables on the disk of a machine."""

import os
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_audit.schemas import PROBES_DAILY
from spark_audit.store import ParquetStore
from tests.spark_audit import older_tables
from tests.spark_audit.frames import frame


def test_a_table_is_on_disk_before_the_ledger_names_it(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a power cut the ledger would have files whose events are an empty file."""
    synced = set()
    really = os.fsync

    def fsync(file: int) -> None:
        synced.add(os.fstat(file).st_ino)
        really(file)

    monkeypatch.setattr(os, "fsync", fsync)
    rows = [{"date": f"2026-11-0{day}", "user": "svc", "n": day} for day in (1, 2)]
    ParquetStore(spark, tmp_path, tmp_path).replace_dates("probes_daily", frame(spark, PROBES_DAILY, rows))
    written = {file.stat().st_ino for file in (tmp_path / "gold").rglob("*.parquet")}
    assert len(written) == 2
    assert written <= synced


def test_a_version_may_add_a_column(spark: SparkSession, tmp_path: Path) -> None:
    """To tables that are there: rows that an older one wrote have null in it, also inside an array."""
    assert older_tables.upgraded(spark, ParquetStore(spark, tmp_path, tmp_path)) == older_tables.WANTED

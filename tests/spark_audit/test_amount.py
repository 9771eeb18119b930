"""How much a run will work on."""

import os
from datetime import date, timedelta
from pathlib import Path

from spark_audit.jobs.amount import little, little_kept, settings
from spark_audit.jobs.run_order import Order
from spark_audit.sources.files import LocalFiles
from spark_audit.sources.listing import SEEN, HashCache

LARGE = 40 << 20


def _sized(path: Path, size: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.truncate(path, size)


def test_new_events_the_export_and_tables_count(tmp_path: Path) -> None:
    """New events, as text; the export; the tables. Not events that were read before."""
    order = Order(str(tmp_path / "events"), str(tmp_path / "history"), tmp_path / "out")
    _sized(tmp_path / "events" / "a.jsonl", 1000)
    assert little(order)
    assert settings(order) == {}
    _sized(tmp_path / "events" / "c.jsonl", LARGE // 8)
    assert little(order)
    assert set(settings(order)) == {"spark.sql.codegen.factoryMode"}, "no more than expressions are compiled"
    _sized(tmp_path / "events" / "b.jsonl.gz", LARGE // 5)
    assert not little(order)
    assert settings(order) == {}
    files = LocalFiles(order.events)
    order.out.mkdir()
    HashCache(order.out / SEEN).write(HashCache(order.out / SEEN).hashed(files, files.list(False)))
    assert little(order)
    _sized(tmp_path / "history" / "grants.jsonl", LARGE)
    assert not little(order)
    _sized(tmp_path / "history" / "grants.jsonl", 0)
    _sized(order.out / "gold" / "usage_daily" / "date=2026-11-07" / "part-00000.parquet", LARGE // 5 + 3000)
    assert not little(order)


def test_many_small_days_stay_little(tmp_path: Path) -> None:
    """Days that no query reads and the footers of files do not count."""
    order = Order(str(tmp_path / "events"), str(tmp_path / "history"), tmp_path / "out")
    Path(order.events).mkdir()
    days = [date(2025, 10, 1) + timedelta(days=day) for day in range(400)]
    for day in days:
        _sized(order.out / "gold" / "usage_daily" / f"date={day}" / "part-00000.parquet", 12_000)
        _sized(order.out / "gold" / "uses_daily" / f"date={day}" / "part-00000.parquet", 8_000)
    assert little(order)
    _sized(order.out / "gold" / "usage_daily" / f"date={days[0]}" / "part-00000.parquet", LARGE)
    assert little(order)
    _sized(order.out / "gold" / "usage_daily" / f"date={days[-1]}" / "part-00000.parquet", LARGE)
    assert not little(order)


def test_events_at_an_address_count_as_much(tmp_path: Path) -> None:
    assert not little(Order("s3a://bucket/events", str(tmp_path), tmp_path / "out"))


def test_kept_events_and_tables_count_for_an_erasure(tmp_path: Path) -> None:
    """Events and tables that are kept."""
    assert little_kept(tmp_path)
    _sized(tmp_path / "silver" / "events" / "date=2026-11-07" / "part-00000.parquet", LARGE // 20)
    assert little_kept(tmp_path)
    _sized(tmp_path / "gold" / "usage_daily" / "date=2026-11-07" / "part-00000.parquet", LARGE // 20)
    assert not little_kept(tmp_path)

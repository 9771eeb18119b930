"""What is let go and who is erased: gone everywhere, and not back when files come later."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_audit.jobs import erasure, run
from spark_audit.jobs.order import Order
from spark_audit.jobs.retention import retain
from spark_audit.sources.errors import SourceError
from spark_audit.store import ParquetStore
from spark_audit.transforms.pseudonyms import pseudonym
from tests.spark_audit import sample

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


def test_what_is_let_go_stays_gone(spark: SparkSession, copied: Order) -> None:
    """Late events of such a day are kept aside and counted; its daily table, kept longer, is not spoilt by them."""
    first = copied.out / "gold" / "usage_daily" / "date=2026-11-07" / "part-00000.parquet"
    before = first.read_bytes()
    gone = retain(copied.out, silver_days=2, gold_days=3, results=1)
    assert gone == ["silver/events/date=2026-11-07"]
    _late(copied)
    found = run.run(spark, copied)
    assert first.read_bytes() == before
    summary = json.loads((found / "publish" / "run.json").read_text())
    assert summary["files"] == 4
    kept = ParquetStore(spark, copied.out, copied.out).read("quarantine")
    closed = kept.where("reason = 'after_retention'").count()
    assert closed == summary["bad_lines"] - 2 > 50
    assert retain(copied.out, silver_days=1, gold_days=1, results=1) != []
    assert not first.exists()
    assert (copied.out / "gold" / "sequences" / "date=2026-11-07").exists()
    with pytest.raises(SourceError, match="at least as long"):
        retain(copied.out, silver_days=2, gold_days=1, results=1)


def test_an_erased_name_is_nowhere_and_does_not_come_back(spark: SparkSession, copied: Order, tmp_path: Path) -> None:
    """In tables, results and the ledger; names that only contain it stay. Later files and exports bring it again."""
    key = tmp_path / "key"
    key.write_bytes(b"0123456789abcdef0123456789abcdef")
    mark = erasure.erase(spark, copied.out, NAME, key)
    assert mark == pseudonym(key.read_bytes(), NAME)
    _nowhere(spark, copied.out, mark)
    once = sample.tree(copied.out)
    assert erasure.erase(spark, copied.out, NAME, key) == mark
    assert sample.tree(copied.out) == once
    _late(copied)
    with pytest.raises(SourceError, match="give --key-file"):
        run.run(spark, copied)
    run.run(spark, replace(copied, key_file=key))
    _nowhere(spark, copied.out, mark)
    (tmp_path / "other").write_bytes(b"another key of enough bytes")
    with pytest.raises(SourceError, match="is not the key"):
        erasure.erase(spark, copied.out, "billing-service", tmp_path / "other")


def _nowhere(spark: SparkSession, out: Path, mark: str) -> None:
    store = ParquetStore(spark, out, out)
    for table in erasure.TABLES:
        if store.dates(table):
            rows = "\n".join(str(row) for row in store.read(table).collect())
            assert f"'{NAME}'" not in rows, table
    assert store.read("usage_daily").where(f"user = '{mark}'").count() > 0
    for name, content in sample.tree(out).items():
        if not name.endswith(".parquet"):
            assert NAME.encode() not in content, name

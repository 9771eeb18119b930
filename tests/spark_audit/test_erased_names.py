"""An erased name in every form in which results write it, and in the names of subscriptions."""

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_audit.jobs import erasure
from spark_audit.sinks import csv_cells, markdown
from spark_audit.sinks.report import figures
from spark_audit.transforms.pseudonyms import Pseudonyms, pseudonym
from tests.spark_audit.frames import silver

KEY = b"0123456789abcdef0123456789abcdef"
LONG = "ingest_of_the_northern_warehouses@acme.example"


@pytest.mark.parametrize("name", ["ana_lopez", "ana@acme.example", 'o"brien', "o'brien & co", LONG])
def test_a_name_is_gone_from_every_form(tmp_path: Path, name: str) -> None:
    forms = [markdown.text(name), csv_cells.line([name]), f"<title>{name}</title>", *_labels(name)]
    for number, form in enumerate(forms):
        file = tmp_path / f"{number}"
        file.write_text(f"| {form} |", encoding="utf-8")
        erasure._replace(file, tmp_path, name, "erased-1")
        assert "erased-1" in file.read_text(encoding="utf-8"), form


def test_who_is_called_almost_the_same_stays_in_the_summary(tmp_path: Path) -> None:
    file = tmp_path / "summary.md"
    before = f"{markdown.text('svc_ana')} {markdown.text('ana_lopez')} {markdown.text('ana@acme')}"
    file.write_text(before, encoding="utf-8")
    erasure._replace(file, tmp_path, "ana", "erased-1")
    assert file.read_text(encoding="utf-8") == before


def test_subscriptions_do_not_tell_who_was_erased(spark: SparkSession) -> None:
    """And one that begins with its user's name goes on doing so: that decides whose it is."""
    mark = pseudonym(KEY, "alice")
    subs = [("alice", "alice"), ("alice", "alice-billing"), ("alice", "other"), ("bob", "alice"), ("bob", "bob-1")]
    rows = silver(spark, *[{"uid": f"b-{at}", "user": user, "sub": sub} for at, (user, sub) in enumerate(subs)])
    found = Pseudonyms(KEY, (mark,)).applied(rows).orderBy("uid").select("user", "sub").collect()
    assert [tuple(row) for row in found] == [
        (mark, mark), (mark, f"{mark}-billing"), (mark, "other"), ("bob", mark), ("bob", "bob-1"),
    ]  # fmt: skip


def _labels(name: str) -> list[str]:
    return [figures.short(name, length) for length in (28, 30, 46)]

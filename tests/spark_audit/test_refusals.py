"""Inputs that cannot be judged: one clear sentence, and everything that was there stays as it was."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_audit.jobs import run
from spark_audit.jobs.intake import inputs
from spark_audit.jobs.run_order import Order
from spark_audit.sources.errors import SourceError
from tests.spark_audit import sample

Change = Callable[[Order, Path], Order]


def _line(**changes: object) -> str:
    line = min(sample.events(1).items())[1][0]
    boot = "9f0c2b1e-1a2b-4c3d-8e4f-000000000009"
    return json.dumps({**line, "uid": f"{boot}-1", "seq": 1, **changes}) + "\n"


def _more(text: str) -> Change:
    """One file more, in a directory of its own beside the others."""

    def change(order: Order, directory: Path) -> Order:
        shutil.copytree(order.events, directory / "events")
        (directory / "events" / "more.jsonl").write_text(text)
        return replace(order, events=str(directory / "events"))

    return change


def _of_another_center(order: Order, directory: Path) -> Order:
    shutil.copytree(order.history, directory / "history")
    manifest = directory / "history" / "manifest.json"
    manifest.write_text(manifest.read_text().replace("5f0c", "6e1d"))
    return replace(order, history=str(directory / "history"))


def _empty(order: Order, directory: Path) -> Order:
    (directory / "events").mkdir()
    return replace(order, events=str(directory / "events"))


def _without_export(order: Order, directory: Path) -> Order:
    return replace(order, history=str(directory / "history"))


def _written_before(order: Order, directory: Path) -> Order:
    shutil.rmtree(order.out / "ledger")
    return order


def _written_later(order: Order, directory: Path) -> Order:
    (order.out / "ledger" / "center.json").write_text('{"v": 2, "center": "5f0c"}\n')
    return order


REFUSED: dict[str, tuple[Change, str]] = {
    "nothing there": (_empty, "there are no finished event files"),
    "an address that is none": (
        lambda order, _: replace(order, events="nfs5://x/y"),
        "nfs5://x/y cannot be read: Spark does not know such addresses, give it the jars of their file system (",
    ),
    "no export": (_without_export, "is no history export"),
    "days without events": (
        lambda order, _: replace(order, since=date(2026, 11, 1)),
        "there is no event of 2026-11-01 to 2026-11-06: bring those files",
    ),
    "a window that ends after the export": (
        lambda order, _: replace(order, until=date(2026, 12, 8), missing_days=True),
        "the window ends on 2026-12-08, the history was exported on 2026-12-07: choose an earlier --until",
    ),
    "an export older than the events": (_more(_line(rev=51)), "of revision 51, the export ends with 50: export"),
    "events of another center": (_more(_line(res="elsewhere/acme/orders/x")), "knows standalone. Keep the events"),
    "events from the future of this program": (_more(_line(v=2)), "layout that this program does not know: upgrade"),
    "an export of another center": (_of_another_center, "holds the audit of center 5f0c, the export is of center 6e1d"),
    "a directory from the past": (_written_before, "was written by an older version: give a new --out"),
    "a directory from the future": (_written_later, "was written in layout 2, this program knows 1: upgrade it"),
}


def _attempt(spark: SparkSession, order: Order) -> None:
    inputs.check(order)
    run.run(spark, order)


@pytest.mark.parametrize("case", REFUSED)
def test_the_run_is_refused(
    spark: SparkSession, order: Order, done: dict[str, bytes], tmp_path: Path, case: str
) -> None:
    """The sentence; and not a byte has changed."""
    change, sentence = REFUSED[case]
    out = tmp_path / "out"
    shutil.copytree(order.out, out)
    changed = change(replace(order, out=out), tmp_path)
    before = sample.tree(out)
    with pytest.raises(SourceError) as refused:
        _attempt(spark, changed)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
    assert sample.tree(out) == before

"""The whole audit of an estate of which everything is known beforehand."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from app.access.rights import Snapshot
from benchmarks.estate.size import CLUSTERS, Size
from benchmarks.estate.writing import write
from spark_audit.jobs.order import Order
from spark_audit.jobs.run import run
from tests.benchmarks.estate_files import decision, good_events, granted, lines, snapshot

Line = dict[str, Any]
SIZE = Size(seed=11, days=30, events=3_000, grants=220, until=date(2026, 10, 31), plain=True)


@pytest.fixture(scope="module")
def estate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Events, history and truth."""
    out = tmp_path_factory.mktemp("truth") / "estate"
    write(SIZE, out)
    return out


@pytest.fixture(scope="module")
def published(spark: SparkSession, estate: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the audit published about it."""
    order = Order(str(estate / "events"), str(estate / "history"), tmp_path_factory.mktemp("truth") / "audit")
    return run(spark, order) / "publish"


def test_precision_and_recall_are_one(estate: Path, published: Path) -> None:
    """Every grant has the status that is true of it, with the true reason; nobody is missing or made up."""
    truth = {line["grant"]: line for line in lines(estate / "truth" / "grants.jsonl") if line["status"] != "left_out"}
    found = {line["grant"]: line for line in lines(published / "grant_status.jsonl")}
    assert {number: line["status"] for number, line in found.items()} == {
        number: line["status"] for number, line in truth.items()
    }
    assert {number: line["why"] for number, line in found.items()} == {
        number: line["why"] for number, line in truth.items()
    }
    assert {line["status"] for line in found.values()} >= {"unused", "redundant", "essential", "used_not_granted"}


def test_no_suggestion_denies_a_seen_use(estate: Path, published: Path) -> None:
    """The center, asked again after all changes, still allows everything that it would have allowed before them."""
    suggested = lines(published / "suggestions.jsonl")
    assert {line["kind"] for line in suggested} == {"remove_unused", "remove_redundant", "narrow"}
    uses = {(event["user"], event["op"], event["res"]): event for event in _uses(estate)}
    before = {name: snapshot(estate, name, _now(estate)) for name in CLUSTERS}
    after = {name: _changed(rights, suggested) for name, rights in before.items()}
    asked = 0
    for event in uses.values():
        cluster = event["res"].partition("/")[0]
        if decision(before[cluster], event, SIZE.end).allowed:
            asked += 1
            assert decision(after[cluster], event, SIZE.end).allowed, event
    assert asked > 100


def test_every_unused_and_redundant_grant_is_dealt_with(estate: Path, published: Path) -> None:
    """An unused grant goes, unless it is a main account's whose sub-accounts were let in by it."""
    suggested = lines(published / "suggestions.jsonl")
    removed = {number for line in suggested for number in line["removes"]}
    truth = {line["grant"]: line for line in lines(estate / "truth" / "grants.jsonl")}
    unused = {number for number, line in truth.items() if line["status"] == "unused"}
    mains = {line["main"] for line in lines(estate / "history" / "users.jsonl")} - {None}
    held = {line["grant"]: line["users"] for line in lines(estate / "history" / "grants.jsonl")}
    assert all(mains.intersection(held[number]) for number in unused - removed)
    assert len(unused & removed) > len(unused - removed)
    assert all(truth[number]["status"] in ("unused", "redundant", "essential") for number in removed)
    assert all(line["cost_after"] < line["cost_before"] for line in suggested)


def test_the_back_test_counts_the_later_uses(estate: Path, published: Path) -> None:
    """One window fits into thirty days; its last ten are replayed, and each use there is counted as often as it was."""
    (row,) = [line for line in lines(published / "backtest.jsonl") if line["suggestion"] == "all"]
    assert (row["window_days"], row["train_until"], row["replay_until"]) == (30, "2026-10-21", "2026-10-31")
    later = SIZE.end - 10 * 86_400_000
    unique = {event["uid"]: event for event in _uses(estate) if event["time"] >= later}
    assert row["uses"] == sum(event.get("n", 1) for event in unique.values())
    assert 0 < row["denied"] < row["uses"]
    assert row["share"] == pytest.approx(row["denied"] / row["uses"])


def _uses(estate: Path) -> Iterator[Line]:
    return (event for event in good_events(estate) if event["dec"] == 1 and event["kind"] != 1 and "grants" in event)


def _now(estate: Path) -> int:
    return 1_000_000 + max(int(line["from_rev"]) for line in lines(estate / "history" / "grants.jsonl"))


def _changed(before: Snapshot, suggested: list[Line]) -> Snapshot:
    """The rights after all suggestions; they name what they add by cluster."""
    gone = {number for line in suggested for number in line["removes"]}
    adds = [add for line in suggested for add in line["adds"] if add["cluster"] in (before.cluster, "*")]
    added = {grant.id: grant for grant in (granted(1_000_000 + number, add) for number, add in enumerate(adds))}
    kept = {number: grant for number, grant in before.grants.items() if number not in gone}
    return replace(before, grants=kept | added)

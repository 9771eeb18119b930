"""The whole audit of an estate of which everything is known beforehand."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from app.access.rights_snapshot import Snapshot
from benchmarks.estate.size import CLUSTERS, Size
from benchmarks.estate.writing import write
from spark_audit.jobs.run import run
from spark_audit.jobs.run_order import Order
from spark_audit.sinks import packed
from tests.benchmarks.estate_files import decision, good_events, grant_named, lines, snapshot

Line = dict[str, Any]
SIZE = Size(seed=11, days=30, events=3_000, grants=220, until=date(2026, 10, 31), plain=True)


@dataclass(frozen=True)
class Audited:
    """An estate, and what the audit published about it."""

    size: Size
    estate: Path
    published: Path

    @classmethod
    def of(cls, spark: SparkSession, size: Size, directory: Path) -> "Audited":
        """Made up, then audited as the program does it."""
        estate = directory / "estate"
        write(size, estate)
        order = Order(str(estate / "events"), str(estate / "history"), directory / "audit", size.first, size.until)
        order = replace(order, min_watched_days=0)  # the truth of an estate knows age and coverage alone
        return cls(size, estate, run(spark, order) / "publish")

    def truth(self) -> dict[int, Line]:
        """By grant."""
        return {grant["grant"]: grant for grant in lines(self.estate / "truth" / "grants.jsonl")}

    def history(self, name: str) -> list[Line]:
        """A file of the export."""
        return lines(self.estate / "history" / f"{name}.jsonl")

    def results(self, name: str) -> list[Line]:
        """A published file."""
        return [json.loads(line) for line in packed.read(self.published / f"{name}.jsonl.gz").splitlines()]

    def uses(self) -> Iterator[Line]:
        """Events of uses that grants allowed, repetitions too."""
        events = good_events(self.estate)
        return (event for event in events if event["dec"] == 1 and event["kind"] != 1 and "grants" in event)


@pytest.fixture(scope="module")
def audited(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Audited:
    """One for all tests here."""
    return Audited.of(spark, SIZE, tmp_path_factory.mktemp("truth"))


def test_every_grant_has_its_true_status(audited: Audited) -> None:
    """Every grant has the status that is true of it, with the true reason; nobody is missing or made up."""
    truth = {number: grant for number, grant in audited.truth().items() if grant["status"] != "left_out"}
    found = {grant["grant"]: grant for grant in audited.results("grant_status")}
    assert {number: grant["status"] for number, grant in found.items()} == {
        number: grant["status"] for number, grant in truth.items()
    }
    assert {number: grant["why"] for number, grant in found.items()} == {
        number: grant["why"] for number, grant in truth.items()
    }
    assert {grant["status"] for grant in found.values()} >= {"unused", "redundant", "essential", "used_not_granted"}


def test_no_suggestion_denies_a_seen_use(audited: Audited) -> None:
    """The center, asked again after all changes, still allows everything that it would have allowed before them."""
    suggested = audited.results("suggestions")
    assert {suggestion["kind"] for suggestion in suggested} == {"remove_unused", "remove_redundant", "narrow"}
    uses = {(event["user"], event["op"], event["res"]): event for event in audited.uses()}
    before = {cluster: snapshot(audited.estate, cluster, _now(audited)) for cluster in CLUSTERS}
    after = {cluster: _changed(rights, suggested) for cluster, rights in before.items()}
    asked = 0
    for event in uses.values():
        cluster = event["res"].partition("/")[0]
        if decision(before[cluster], event, audited.size.end).allowed:
            asked += 1
            assert decision(after[cluster], event, audited.size.end).allowed, event
    assert asked > 100


def test_every_unused_and_redundant_grant_has_a_suggestion(audited: Audited) -> None:
    """An unused grant goes, unless it is a main account's whose sub-accounts were let in by it."""
    suggested = audited.results("suggestions")
    removed = {id for suggestion in suggested for id in suggestion["removes"]}
    truth = audited.truth()
    unused = {number for number, grant in truth.items() if grant["status"] == "unused"}
    mains = {user["main"] for user in audited.history("users")} - {None}
    held = {grant["grant"]: grant["users"] for grant in audited.history("grants")}
    assert all(mains.intersection(held[number]) for number in unused - removed)
    assert len(unused & removed) > len(unused - removed)
    assert all(truth[number]["status"] in ("unused", "redundant", "essential") for number in removed)
    assert all(suggestion["cost_after"] < suggestion["cost_before"] for suggestion in suggested)


def test_every_story_is_found(audited: Audited) -> None:
    """What was planted for detectors of the unusual is among the findings, about the right user."""
    stories = {(story["kind"], story["user"]) for story in lines(audited.estate / "truth" / "stories.jsonl")}
    found = {
        (finding["kind"], finding["user"]) for finding in audited.results("findings") if finding["state"] == "open"
    }
    assert len(stories) == 5
    assert stories <= found


def test_the_back_test_counts_the_later_uses(audited: Audited) -> None:
    """One window fits into thirty days; its last ten are replayed, and each use there is counted as often as it was."""
    (row,) = [test for test in audited.results("backtest") if test["suggestion"] == "all"]
    assert (row["window_days"], row["train_until"], row["replay_until"]) == (30, "2026-10-21", "2026-10-31")
    later = audited.size.end - 10 * 86_400_000
    unique = {event["uid"]: event for event in audited.uses() if event["time"] >= later}
    assert row["uses"] == sum(event.get("n", 1) for event in unique.values())
    assert 0 < row["denied"] < row["uses"]
    assert row["share"] == pytest.approx(row["denied"] / row["uses"])


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(1, 6))
def test_larger_estates_over_a_season(spark: SparkSession, tmp_path: Path, seed: int) -> None:
    """The same over a hundred days, and a curve over three lengths of window."""
    size = Size(seed=seed, days=100, events=20_000, grants=1_000, until=date(2026, 10, 31), plain=True)
    made = Audited.of(spark, size, tmp_path)
    test_every_grant_has_its_true_status(made)
    test_no_suggestion_denies_a_seen_use(made)
    test_every_unused_and_redundant_grant_has_a_suggestion(made)
    curve = {test["window_days"]: test["share"] for test in made.results("backtest") if test["suggestion"] == "all"}
    print(f"seed {seed}: {curve}")
    assert set(curve) == {30, 60, 90}
    assert all(0 <= share < 0.1 for share in curve.values())


def _now(audited: Audited) -> int:
    return 1_000_000 + max(int(grant["from_rev"]) for grant in audited.history("grants"))


def _changed(before: Snapshot, suggested: list[Line]) -> Snapshot:
    """The rights after all suggestions; they name what they add by cluster."""
    gone = {id for suggestion in suggested for id in suggestion["removes"]}
    adds = [add for suggestion in suggested for add in suggestion["adds"] if add["cluster"] in (before.cluster, "*")]
    added = {grant.id: grant for grant in (grant_named(1_000_000 + number, add) for number, add in enumerate(adds))}
    kept = {number: grant for number, grant in before.grants.items() if number not in gone}
    return replace(before, grants=kept | added)

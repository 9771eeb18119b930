"""The estate generator is itself judged: by the center's decision, and by counting what it wrote."""

import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from benchmarks.estate.size import Size
from benchmarks.estate.writing import write
from tests.benchmarks.estate_files import decision, good_events, lines, snapshot

SIZE = Size(seed=3, days=20, events=4_000, grants=220, plain=True)


@pytest.fixture(scope="module")
def estate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One small estate for all tests here."""
    out = tmp_path_factory.mktemp("estate") / "made"
    write(SIZE, out)
    return out


def test_decided_as_the_center_decides(estate: Path) -> None:
    """Every kind of event names exactly the grants that the center's decision finds at that revision."""
    events = (event for event in good_events(estate) if event["op"] != "AUTHENTICATE")
    decided = {(event["rev"], event["op"], event["dec"]): event for event in events}
    assert len(decided) > 100
    for event in decided.values():
        rights = snapshot(estate, event["res"].partition("/")[0], event["rev"])
        answer = decision(rights, event, event["time"])
        assert (answer.allowed, list(answer.grants)) == (event["dec"] == 1, event.get("grants", [])), event
        assert answer.reason == event["code"]


def test_the_truth_is_what_the_events_show(estate: Path) -> None:
    """Covering and sole use, counted from the files, agree with the status that was known before."""
    covering, sole = Counter[int](), Counter[int]()
    for event in good_events(estate):
        if event["dec"] == 1 and event["kind"] != 1:
            grants = event.get("grants", [])
            covering.update(grants)
            sole.update(grants if len(grants) == 1 else [])
    statuses = defaultdict(set)
    for line in lines(estate / "truth" / "grants.jsonl"):
        statuses[line["status"]].add((covering[line["grant"]] > 0, sole[line["grant"]] > 0))
    unused, shared, alone = (False, False), (True, False), (True, True)
    assert statuses == {
        "unused": {unused}, "unknown": {unused}, "left_out": {unused}, "redundant": {shared}, "used": {shared},
        "essential": {alone}, "used_not_granted": {shared, alone},
    }  # fmt: skip


def test_totals_are_what_the_files_hold(estate: Path) -> None:
    """Good lines, repetitions and bad lines add up, and the numbers missing are those said to be lost."""
    totals = json.loads((estate / "truth" / "totals.json").read_text())
    seen: dict[str, set[int]] = defaultdict(set)
    for event in good_events(estate):
        boot, _, seq = event["uid"].rpartition("-")
        seen[boot].add(int(seq))
    assert totals["events"] == sum(map(len, seen.values()))
    assert totals["lost"] == sum(max(numbers) - len(numbers) for numbers in seen.values())
    assert totals["lines"] == totals["events"] + totals["lost"] >= SIZE.events * 0.98


def test_the_same_size_gives_the_same_bytes(estate: Path, tmp_path: Path) -> None:
    """Twice the same, also in two processes; another seed is another estate."""
    write(SIZE, tmp_path / "again", processes=2)
    assert _contents(tmp_path / "again") == _contents(estate)
    write(Size(seed=4, days=2, events=500, grants=60), tmp_path / "other")
    assert _contents(tmp_path / "other") != _contents(estate)


def _contents(directory: Path) -> dict[str, bytes]:
    return {str(file.relative_to(directory)): file.read_bytes() for file in sorted(directory.rglob("*.json*"))}

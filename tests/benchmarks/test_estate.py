"""The estate generator is itself judged: by the center's decision, and by counting what it wrote."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.access.decision import Decision, decide
from app.access.rights import Grant, Snapshot, UserRights
from app.pulsar.names import ResourceName, ResourceType
from benchmarks.estate.operations import OPERATIONS
from benchmarks.estate.size import Size
from benchmarks.estate.writing import write

Line = dict[str, Any]
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
        answer = _decision(estate, event)
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


def good_events(estate: Path) -> Iterator[Line]:
    """The lines that are events; damaged ones are left out."""
    for file in sorted((estate / "events").rglob("*.jsonl")):
        for text in file.read_bytes().splitlines():
            try:
                event = json.loads(text)
            except ValueError:
                continue
            if event["v"] == 1 and isinstance(event["time"], int) and "code" in event and event["act"] < 9:
                yield event


def lines(file: Path) -> list[Line]:
    """A file of JSON lines."""
    return [json.loads(text) for text in file.read_text().splitlines()]


def _decision(estate: Path, event: Line) -> Decision:
    operation = OPERATIONS[event["op"]]
    cluster, _, path = event["res"].partition("/")
    kind = ResourceType[event["rtype"].upper()]
    name = f"persistent://{path}" if kind == ResourceType.TOPIC else path
    snapshot = _snapshot(estate, cluster, event["rev"])
    return decide(snapshot, event["user"], operation.question, ResourceName.of(kind, name), now=event["time"])


def _snapshot(estate: Path, cluster: str, rev: int) -> Snapshot:
    exported = {name: lines(estate / "history" / f"{name}.jsonl") for name in ("grants", "users")}
    grants = [line for line in _of(exported["grants"], rev) if line["cluster"] == cluster]
    roles: dict[str, set[int]] = defaultdict(set)
    for line in grants:
        for user in line["users"]:
            roles[user].add(line["role"])
    users = [UserRights(one["user"], main=one["main"], roles=tuple(sorted(roles[one["user"]])))
             for one in _of(exported["users"], rev)]  # fmt: skip
    return Snapshot(cluster, rev, {user.name: user for user in users},
                    {grant.id: grant for grant in map(_grant, grants)}, frozenset(), {}, {})  # fmt: skip


def _of(exported: list[Line], rev: int) -> list[Line]:
    return [line for line in exported if line["from_rev"] <= rev < (line["until_rev"] or rev + 1)]


def _grant(line: Line) -> Grant:
    name = line["res"] if line["type"] <= 1 else line["res"].partition("/")[2]
    canonical = f"persistent://{name}" if line["type"] == 4 else name
    return Grant(line["grant"], line["role"], line["type"], canonical, tuple(line["authorities"]),
                 line["valid_from"], line["valid_until"])  # fmt: skip


def _contents(directory: Path) -> dict[str, bytes]:
    return {str(file.relative_to(directory)): file.read_bytes() for file in sorted(directory.rglob("*.json*"))}

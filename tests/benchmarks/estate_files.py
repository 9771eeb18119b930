"""Reads an estate's files, independently of the code that is tested with them."""

import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from app.access.decision import Decision, decide
from app.access.names import ResourceName, ResourceType
from app.access.rights_snapshot import Grant, Snapshot, UserRights
from benchmarks.estate.operations import OPERATIONS

Line = dict[str, Any]


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


def decision(snapshot: Snapshot, event: Line, now: int) -> Decision:
    """The center's decision on an event, by the rights of `snapshot`."""
    _, _, path = event["res"].partition("/")
    kind = ResourceType[event["rtype"].upper()]
    name = f"persistent://{path}" if kind == ResourceType.TOPIC else path
    return decide(snapshot, event["user"], OPERATIONS[event["op"]].question, ResourceName.of(kind, name), now=now)


@cache
def snapshot(estate: Path, cluster: str, rev: int) -> Snapshot:
    """The rights on a cluster at a revision, from the export."""
    exported = {name: lines(estate / "history" / f"{name}.jsonl") for name in ("grants", "users")}
    grants = [line for line in _lines_at(exported["grants"], rev) if line["cluster"] == cluster]
    roles: dict[str, set[int]] = defaultdict(set)
    for line in grants:
        for user in line["users"]:
            roles[user].add(line["role"])
    users = [UserRights(user["user"], main=user["main"], roles=tuple(sorted(roles[user["user"]])))
             for user in _lines_at(exported["users"], rev)]  # fmt: skip
    found = [grant_named(line["grant"], line, (line["valid_from"], line["valid_until"])) for line in grants]
    return Snapshot(cluster, rev, {user.name: user for user in users}, {grant.id: grant for grant in found},
                    frozenset(), {}, {})  # fmt: skip


def grant_named(number: int, line: Line, valid: tuple[int | None, int | None] = (None, None)) -> Grant:
    """A grant as the export or a suggestion names it."""
    name = line["res"] if line["type"] <= ResourceType.CLUSTER else line["res"].partition("/")[2]
    canonical = f"persistent://{name}" if line["type"] == ResourceType.TOPIC else name
    return Grant(number, line["role"], line["type"], canonical, tuple(line["authorities"]), *valid)


def _lines_at(exported: list[Line], rev: int) -> list[Line]:
    return [line for line in exported if line["from_rev"] <= rev < (line["until_rev"] or rev + 1)]

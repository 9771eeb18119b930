"""Logs with their export, made up as simply as it goes: who may do what where, and lines in which they did.

Always the same bytes. Unlike `benchmarks.estate` nothing here changes over time: it is about how many there are.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from shutil import copyfile
from typing import Any

from app.access import vocabulary

CLUSTER = "eu"
READ, WRITE = 3, 2
_DAY = 86_400_000
_BOOT = "5f0c2c52-cd2d-4d64-8f28-0ef5744f6e37"
_TYPES = ("root", "cluster", "tenant", "namespace", "topic")
Line = dict[str, Any]


@dataclass(frozen=True)
class Grant:
    """Authorities of a role on a place of CLUSTER: `acme`, `acme/orders`, `acme/orders/created`."""

    id: int
    role: int
    place: str
    authorities: tuple[int, ...]


@dataclass(frozen=True)
class Use:
    """What an event says; without grants it was denied."""

    user: str
    place: str
    action: int
    grants: tuple[Grant, ...]


@dataclass(frozen=True)
class Made:
    """`members` of each role, its `grants`, the `topics` there are, and the `uses` in order, spread over `days`."""

    members: Mapping[int, Sequence[str]]
    grants: Sequence[Grant]
    topics: Sequence[str]
    uses: Sequence[Use]
    days: int
    until: date = date(2026, 10, 31)

    @property
    def begin(self) -> int:
        """The beginning of the first day, epoch ms."""
        first = self.until - timedelta(days=self.days - 1)
        return int(datetime(first.year, first.month, first.day, tzinfo=UTC).timestamp()) * 1000


def write(made: Made, directory: Path) -> None:
    """`events/` and `history/` below `directory`."""
    (directory / "events").mkdir(parents=True)
    (directory / "history").mkdir()
    for day in range(made.days):
        _lines(directory / "events" / f"{_BOOT}-{made.begin + day * _DAY}.jsonl", _events(made, day))
    files = {"grants": _grants(made), "users": _users(made), "roles": _roles(made), "resources": _resources(made),
             "credentials": _credentials(made), "center_uses": ()}  # fmt: skip
    for name, lines in files.items():
        _lines(directory / "history" / f"{name}.jsonl", lines)
    copyfile(vocabulary.FILE, directory / "history" / "operations.json")
    manifest = {"v": 1, "center": "made-up", "epoch": "made-up", "revision": 1, "time": made.begin + made.days * _DAY}
    _lines(directory / "history" / "manifest.json", [manifest])


def _lines(file: Path, lines: Iterable[Line]) -> None:
    with file.open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def _events(made: Made, day: int) -> Iterator[Line]:
    share = len(made.uses) // made.days + 1
    for place, use in enumerate(made.uses[day * share : (day + 1) * share]):
        seq = day * share + place + 1
        time = made.begin + day * _DAY + place * _DAY // share
        decided = {"dec": 1, "code": "GRANTED"} if use.grants else {"dec": 2, "code": "NO_GRANT"}
        covering = {"grants": [one.id for one in use.grants], "roles": [one.role for one in use.grants]}
        yield {
            "uid": f"{_BOOT}-{seq}", "seq": seq, "time": time, "act": use.action,
            "op": "CONSUME" if use.action == 2 else "PRODUCE", **decided, "kind": 0, "user": use.user,
            "cred": f"cred-{use.user}", "sess": f":{place % 20_000 + 1024}", "ip": f"10.0.{len(use.user)}.{seq % 4}",
            "res": f"{CLUSTER}/{use.place}", "rtype": "topic", **(covering if use.grants else {}), "rev": 1, "us": 5,
            "v": 1,
        }  # fmt: skip


def _span(made: Made) -> Line:
    return {"from_rev": 1, "until_rev": None, "from_time": made.begin - 100 * _DAY, "until_time": None}


def _grants(made: Made) -> Iterator[Line]:
    for one in made.grants:
        yield {
            "grant": one.id, "cluster": CLUSTER, "role": one.role, "role_name": f"role-{one.role}",
            "type": one.place.count("/") + 2, "res": f"{CLUSTER}/{one.place}", "authorities": list(one.authorities),
            "valid_from": None, "valid_until": None, "add_time": made.begin - 100 * _DAY, "granted_by": "platform",
            "users": sorted(made.members[one.role]), **_span(made),
        }  # fmt: skip


def _users(made: Made) -> Iterator[Line]:
    for user in sorted({user for members in made.members.values() for user in members}):
        yield {"user": user, "main": None, "enabled": True, **_span(made)}


def _roles(made: Made) -> Iterator[Line]:
    for role in sorted(made.members):
        yield {"role": role, "role_name": f"role-{role}", **_span(made)}


def _resources(made: Made) -> Iterator[Line]:
    above = {topic.rsplit("/", depth)[0] for topic in made.topics for depth in (1, 2)}
    places = ["", *sorted({*above, *made.topics})]
    for place in places:
        path = f"{CLUSTER}/{place}".rstrip("/")
        yield {"cluster": CLUSTER, "res": path, "rtype": _TYPES[path.count("/") + 1], **_span(made)}


def _credentials(made: Made) -> Iterator[Line]:
    for line in _users(made):
        yield {"cred": f"cred-{line['user']}", "user": line["user"], "kind": "token", "expires": None, **_span(made)}

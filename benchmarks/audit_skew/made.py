"""Generates simple logs with their export: grants, and lines of their use.

The bytes are always the same. Unlike in `benchmarks.estate` nothing changes over time; only the numbers matter.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from shutil import copyfile
from typing import Any

from app.access import vocabulary

READ, WRITE = 3, 2
_DAY = 86_400_000
_BOOT = "5f0c2c52-cd2d-4d64-8f28-0ef5744f6e3{}"
"""Id of a start of a broker; each cluster has one broker."""
_NUMBER = re.compile(r"\d+")
_TYPES = ("root", "cluster", "tenant", "namespace", "topic")
Line = dict[str, Any]


@dataclass(frozen=True)
class Grant:
    """Authorities of a role on a place of its cluster: `acme`, `acme/orders`, `acme/orders/created`."""

    id: int
    role: int
    place: str
    authorities: tuple[int, ...]


@dataclass(frozen=True)
class Use:
    """The contents of an event; without grants it was denied."""

    user: str
    place: str
    action: int
    grants: tuple[Grant, ...]


@dataclass(frozen=True)
class SkewedEstate:
    """`members` of each role, its `grants`, the existing `topics`, and the `uses` in order, spread over `days`.

    Each tenant is on one of the `clusters`, chosen by the number in its name.
    """

    members: Mapping[int, Sequence[str]]
    grants: Sequence[Grant]
    topics: Sequence[str]
    uses: Sequence[Use]
    days: int
    until: date = date(2026, 10, 31)
    clusters: Sequence[str] = ("eu",)

    @property
    def begin(self) -> int:
        """The beginning of the first day, epoch ms."""
        first = self.until - timedelta(days=self.days - 1)
        return int(datetime(first.year, first.month, first.day, tzinfo=UTC).timestamp()) * 1000

    def path(self, place: str) -> str:
        """The place with its cluster in front."""
        number = _NUMBER.search(place.split("/")[0])
        return f"{self.clusters[int(number[0]) % len(self.clusters) if number else 0]}/{place}"


def write(made: SkewedEstate, directory: Path) -> None:
    """Write `events/` and `history/` below `directory`."""
    (directory / "events").mkdir(parents=True)
    (directory / "history").mkdir()
    for number, cluster in enumerate(made.clusters):
        boot = _BOOT.format(number)
        uses = [use for use in made.uses if made.path(use.place).startswith(f"{cluster}/")]
        for day in range(made.days):
            file = directory / "events" / f"{boot}-{made.begin + day * _DAY}.jsonl"
            _lines(file, _events(made, uses, day, boot))
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


def _events(made: SkewedEstate, uses: Sequence[Use], day: int, boot: str) -> Iterator[Line]:
    share = len(uses) // made.days + 1
    for place, use in enumerate(uses[day * share : (day + 1) * share]):
        seq = day * share + place + 1
        time = made.begin + day * _DAY + place * _DAY // share
        decided = {"dec": 1, "code": "GRANTED"} if use.grants else {"dec": 2, "code": "NO_GRANT"}
        covering = {"grants": [grant.id for grant in use.grants], "roles": [grant.role for grant in use.grants]}
        yield {
            "uid": f"{boot}-{seq}", "seq": seq, "time": time, "act": use.action,
            "op": "CONSUME" if use.action == 2 else "PRODUCE", **decided, "kind": 0, "user": use.user,
            "cred": f"cred-{use.user}", "sess": f":{place % 20_000 + 1024}", "ip": f"10.0.{len(use.user)}.{seq % 4}",
            "res": made.path(use.place), "rtype": "topic", **(covering if use.grants else {}), "rev": 1, "us": 5,
            "v": 1,
        }  # fmt: skip


def _span(made: SkewedEstate) -> Line:
    return {"from_rev": 1, "until_rev": None, "from_time": made.begin - 100 * _DAY, "until_time": None}


def _grants(made: SkewedEstate) -> Iterator[Line]:
    for grant in made.grants:
        path = made.path(grant.place)
        yield {
            "grant": grant.id, "cluster": path.split("/")[0], "role": grant.role, "role_name": f"role-{grant.role}",
            "type": path.count("/") + 1, "res": path, "authorities": list(grant.authorities),
            "valid_from": None, "valid_until": None, "add_time": made.begin - 100 * _DAY, "granted_by": "platform",
            "users": sorted(made.members[grant.role]), **_span(made),
        }  # fmt: skip


def _users(made: SkewedEstate) -> Iterator[Line]:
    for user in sorted({user for members in made.members.values() for user in members}):
        yield {"user": user, "main": None, "enabled": True, **_span(made)}


def _roles(made: SkewedEstate) -> Iterator[Line]:
    for role in sorted(made.members):
        yield {"role": role, "role_name": f"role-{role}", **_span(made)}


def _resources(made: SkewedEstate) -> Iterator[Line]:
    above = {topic.rsplit("/", depth)[0] for topic in made.topics for depth in (1, 2)}
    paths = [*made.clusters, *sorted(map(made.path, {*above, *made.topics}))]
    for path in paths:
        yield {"cluster": path.split("/")[0], "res": path, "rtype": _TYPES[path.count("/") + 1], **_span(made)}


def _credentials(made: SkewedEstate) -> Iterator[Line]:
    for line in _users(made):
        yield {"cred": f"cred-{line['user']}", "user": line["user"], "kind": "token", "expires": None, **_span(made)}

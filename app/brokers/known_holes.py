"""Known holes of Pulsar's releases, from `known_holes.json`, which the plugin reads too.

A release of a line that the file does not judge, and what is no release, is unknown: it may have any hole.
"""

import datetime
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from app.resources.broker_registration import BrokerRegistration

FILE = Path(__file__).with_name("known_holes.json")
"""The source of everything here."""
_FILE = json.loads(FILE.read_text(encoding="utf-8"))

EDITED = datetime.datetime.fromisoformat(_FILE["edited"]).replace(tzinfo=datetime.UTC)
"""When somebody last compared the file with what is published."""
_LINES = frozenset(_FILE["lines"])
_RELEASE = re.compile(r"(\d+)\.(\d+)\.(\d+)", re.ASCII)


@dataclass(frozen=True)
class Hole:
    """A hole of the releases in `affected` (from, before). `needs`: the setting of broker.conf without which it is
    closed. `services`: kinds of services that have it."""

    id: str
    affected: Sequence[Mapping[str, str]]
    fixed_in: Sequence[str]
    services: Sequence[str]
    opens: Mapping[str, str]
    closed_by: Literal["plugin", "interceptor"] | None
    tried: Sequence[str]
    needs: str | None = None
    note: str | None = None

    def open_in(self, broker: BrokerRegistration) -> bool:
        """Whether nothing of ours closes it there."""
        # Only a broker's own `kicks` tells of the interceptor.
        intercepts = broker.service == "broker" and broker.kicks != 0
        closed = self.closed_by == "plugin" or (self.closed_by == "interceptor" and intercepts)
        return broker.service in self.services and (broker.observing != 0 or not closed)


HOLES: Mapping[str, Hole] = MappingProxyType({raw["id"]: Hole(**raw) for raw in _FILE["holes"]})
"""All of them, by id."""


def of_version(pulsar: str) -> list[Hole] | None:
    """The holes of a release of Pulsar; None when they are unknown."""
    release = _parts(pulsar)
    if release is None or pulsar.rpartition(".")[0] not in _LINES:
        return None
    return [hole for hole in HOLES.values() if any(_contains(affected, release) for affected in hole.affected)]


def open_holes(broker: BrokerRegistration) -> list[Hole] | None:
    """Those of its version that the plugin does not close there; None when they are unknown."""
    found = of_version(broker.pulsar_version)
    return None if found is None else [hole for hole in found if hole.open_in(broker)]


def _contains(affected: Mapping[str, str], release: tuple[int, ...]) -> bool:
    before = _parts(affected["before"]) if "before" in affected else None
    return (_parts(affected["from"]) or ()) <= release and (before is None or release < before)


def _parts(version: str) -> tuple[int, ...] | None:
    matched = _RELEASE.fullmatch(version)
    return tuple(map(int, matched.groups())) if matched else None

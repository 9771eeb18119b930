"""The catalogue of policies: `catalogue.json`, read once. Pure.

It was checked against brokers 4.0.8 and 4.2.4 (`tests/end_to_end/policies`): which field of a namespace's Policies a
policy is, how it is written and taken back, and what stands there when it is not set.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

Level = Literal["namespace", "topic"]
_NO_WORDS: Mapping[str, int] = MappingProxyType({})
MOST = 2**53 - 1
"""The largest number of a policy: larger ones are not exact in every JSON reader."""
_INT = 2**31 - 1
"""Pulsar stores counts as Java's int."""


@dataclass(frozen=True)
class ValueShape:
    """One value: a policy that has no fields, or a field of one."""

    type: str
    """duration, size, count, number, switch, choice, choices, names, joined, text, labels, record"""
    unit: str = ""
    """What Pulsar stores a duration (ms, s, m) or a size (B, MB) in."""
    words: Mapping[str, int] = field(default_factory=dict)
    """Words for numbers with a meaning of their own: `forever` → -1."""
    same: Mapping[int, int] = field(default_factory=dict)
    """Numbers that Pulsar takes for another one."""
    values: tuple[str, ...] = ()
    min: int = 0
    max: int = MOST
    default: str | None = None
    """Key of broker.conf with the value for namespaces and topics that have none."""


@dataclass(frozen=True)
class RecordField:
    """A field of a record. `key`: Pulsar's name of it."""

    name: str
    key: str
    shape: ValueShape
    assumed: Any = None
    """The value when nobody gives one."""
    optional: bool = False
    """It may be missing. Neither optional nor assumed: it has to be given."""


@dataclass(frozen=True)
class PolicyCalls:
    """How the admin API reads, writes and takes back a policy at one level. Paths follow that of the resource."""

    write: str
    """Method and path; `{value}`: the value stands in the path and there is no body."""
    remove: str | None
    """Method and path; None: it is taken back by writing `unset`."""
    read: str
    """Of a topic: the path to read it. Of a namespace empty, as all are read at once."""
    key: str
    """Where the value stands in what is read, by dots; `*`: below the name of the cluster. Empty: the whole answer."""
    unset: Any
    """What is read when nobody has set it; null and missing always mean so."""
    since: str | None
    """The first version of Pulsar that has it."""


@dataclass(frozen=True)
class Policy:
    """A policy that Pulsar's users set."""

    name: str
    group: str
    shape: ValueShape
    fields: tuple[RecordField, ...]
    """The fields of a record, the main one first."""
    ignored: frozenset[str]
    """Fields of a record in Pulsar's answer that repeat others."""
    namespace: PolicyCalls | None
    topic: PolicyCalls | None
    example: str

    def at(self, level: Level) -> PolicyCalls | None:
        """The calls at a level; None when it cannot be set there."""
        return self.namespace if level == "namespace" else self.topic


def _shape(raw: Mapping[str, Any]) -> ValueShape:
    words = raw.get("words", _NO_WORDS)
    return ValueShape(
        raw["type"],
        raw.get("unit", ""),
        dict(words),
        {int(key): value for key, value in raw.get("same", {}).items()},
        tuple(raw.get("values", ())),
        raw.get("min", 0),
        raw.get("max", _INT if raw["type"] == "count" else MOST),
        raw.get("default"),
    )


def _field(raw: Mapping[str, Any]) -> RecordField:
    return RecordField(raw["name"], raw["key"], _shape(raw), raw.get("assumed"), raw.get("optional", False))


def _calls(raw: Mapping[str, Any] | None) -> PolicyCalls | None:
    if raw is None:
        return None
    return PolicyCalls(
        raw["write"], raw.get("remove"), raw.get("read", ""), raw.get("key", ""), raw.get("unset"), raw.get("since")
    )


def _policy(raw: Mapping[str, Any]) -> Policy:
    fields, ignored = tuple(map(_field, raw.get("fields", ()))), frozenset(raw.get("ignored", ()))
    calls = _calls(raw.get("namespace")), _calls(raw.get("topic"))
    return Policy(raw["name"], raw["group"], _shape(raw), fields, ignored, *calls, raw["example"])


_DATA = json.loads(Path(__file__).with_name("catalogue.json").read_text("utf-8"))
POLICIES: Mapping[str, Policy] = {raw["name"]: _policy(raw) for raw in _DATA["policies"]}
"""Name → policy, in the order in which they are shown."""
READ_ELSEWHERE = frozenset(_DATA["read_elsewhere"])
"""Fields of Pulsar's Policies that are no policies here: rights, bundles, and what repeats others."""
OFFLOAD_DEFAULTS = frozenset(_DATA["offload_policies_defaults"])
"""Fields of `offload_policies` that a threshold brings with it; others choose a storage."""


def at(level: Level) -> list[Policy]:
    """The policies of a level, in the order in which they are shown."""
    return [policy for policy in POLICIES.values() if policy.at(level) is not None]

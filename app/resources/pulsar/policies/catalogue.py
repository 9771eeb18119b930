"""The catalogue of policies: `catalogue.json`, read once. Pure.

It was checked against brokers 4.0.8 and 4.2.4 (`tests/end_to_end/policies`): which field of a namespace's Policies a
policy is, how it is written and taken back, and what stands there when it is not set.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Level = Literal["namespace", "topic"]
MOST = 2**53 - 1
"""The largest number of a policy: larger ones are not exact in every JSON reader."""
_INT = 2**31 - 1
"""Pulsar stores counts as Java's int."""


class _Entry(BaseModel):
    """Base of all that the file says."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ValueShape(_Entry):
    """One value: a policy that has no fields, or a field of one."""

    type: str
    """duration, size, count, number, switch, choice, choices, names, joined, text, labels, record"""
    unit: str = ""
    """What Pulsar stores a duration (ms, s, m) or a size (B, MB) in."""
    words: Mapping[str, int] = {}
    """Words for numbers with a meaning of their own: `forever` → -1."""
    same: Mapping[int, int] = {}
    """Numbers that Pulsar takes for another one."""
    values: tuple[str, ...] = ()
    min: int = 0
    max: int = Field(default_factory=lambda shape: _INT if shape["type"] == "count" else MOST)
    default: str | None = None
    """Key of broker.conf with the value for namespaces and topics that have none."""


class RecordField(ValueShape):
    """A field of a record. `key`: Pulsar's name of it."""

    name: str
    key: str
    assumed: Any = None
    """The value when nobody gives one."""
    optional: bool = False
    """It may be missing. Neither optional nor assumed: it has to be given."""


class PolicyCalls(_Entry):
    """How the admin API reads, writes and takes back a policy at one level. Paths follow that of the resource."""

    write: str
    """Method and path; `{value}`: the value stands in the path and there is no body."""
    remove: str | None = None
    """Method and path; None: it is taken back by writing `unset`."""
    read: str = ""
    """Of a topic: the path to read it. Of a namespace empty, as all are read at once."""
    key: str = ""
    """Where the value stands in what is read, by dots; `*`: below the name of the cluster. Empty: the whole answer."""
    unset: Any = None
    """What is read when nobody has set it; null and missing always mean so."""
    since: str | None = None
    """The first version of Pulsar that has it."""


class Policy(ValueShape):
    """A policy that Pulsar's users set."""

    name: str
    group: str
    fields: tuple[RecordField, ...] = ()
    """The fields of a record, the main one first."""
    ignored: frozenset[str] = frozenset()
    """Fields of a record in Pulsar's answer that repeat others."""
    namespace: PolicyCalls | None = None
    topic: PolicyCalls | None = None
    example: str

    def at(self, level: Level) -> PolicyCalls | None:
        """The calls at a level; None when it cannot be set there."""
        return self.namespace if level == "namespace" else self.topic


_DATA = json.loads(Path(__file__).with_name("catalogue.json").read_text("utf-8"))
POLICIES: Mapping[str, Policy] = {raw["name"]: Policy.model_validate(raw) for raw in _DATA["policies"]}
"""Name → policy, in the order in which they are shown."""
READ_ELSEWHERE = frozenset(_DATA["read_elsewhere"])
"""Fields of Pulsar's Policies that are no policies here: rights, bundles, and what repeats others."""
OFFLOAD_DEFAULTS = frozenset(_DATA["offload_policies_defaults"])
"""Fields of `offload_policies` that a threshold brings with it; others choose a storage."""


def at(level: Level) -> list[Policy]:
    """The policies of a level, in the order in which they are shown."""
    return [policy for policy in POLICIES.values() if policy.at(level) is not None]

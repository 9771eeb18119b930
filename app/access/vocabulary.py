"""Rights, authorities and Pulsar's questions, read from `operations.json`, which the plugin reads too."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from app.access.names import ResourceType


class Right(IntEnum):
    """What an authority allows; the last two digits of its id."""

    CREATE = 0
    DELETE = 1
    WRITE = 2
    READ = 3
    ADMINISTER = 4
    FUNCTIONS = 5
    SUBSCRIPTIONS = 6
    AUDIT = 7
    ONLY_FUNCTIONS = 8
    SOURCES = 9
    SINKS = 10
    PACKAGES = 11

    @property
    def exact(self) -> bool:
        """True when the right counts only on its own level: the right to delete a tenant does not include its
        topics."""
        return self in (Right.CREATE, Right.DELETE)


@dataclass(frozen=True, slots=True)
class Authority:
    """One entry of the dictionary: id = level × 100 + right."""

    id: int
    text: str
    fixed: bool
    lowest: ResourceType

    @property
    def right(self) -> Right:
        """The right it gives."""
        return Right(self.id % 100)

    @property
    def level(self) -> int:
        """The level that the right is about: 0 clusters, 1 tenants, 2 namespaces, 3 topics."""
        return self.id // 100

    @property
    def rights(self) -> frozenset[Right]:
        """The right it gives with those that this one includes."""
        return _WITH_INCLUDED[self.right]

    def may_be_held_on(self, kind: ResourceType) -> bool:
        """False for a place below its level, where it has no meaning."""
        return kind <= self.lowest

    def gives(self, right: Right, level: int) -> bool:
        """True when holding it includes `right` over resources of `level`."""
        if self.id == SUPER_USER:
            return True
        return right in self.rights and (self.level == level if right.exact else self.level <= level)

    def reaches(self, kind: ResourceType) -> bool:
        """True when, held above, it still means something for resources of this type. Functions, for one, do not reach
        topics."""
        return (not self.right.exact and kind <= _LOWEST_OF[self.right]) or self.lowest >= kind


@dataclass(frozen=True, slots=True)
class Need:
    """One alternative that allows a question: a right over a level, or any authority on / in the resource.

    `option`: the operator's setting (a field of `DecisionOptions`) that must be on for it to count. `data`: the
    question is about data; `of_subscription`: about one subscription; `every_subscription`: its answer tells of all.
    `audit`: auditing counts as any authority, too; no broker may get an answer by it. `read_of_served`: for a retry or
    dead-letter topic, reading the topic that it serves counts, too.
    """

    right: Right | None
    level: int
    any: Literal["on", "in"] | None
    own_subscription: bool
    data: bool = False
    option: str | None = None
    of_subscription: bool = False
    every_subscription: bool = False
    audit: bool = False
    read_of_served: bool = False

    def of_the_right_alone(self) -> Need:
        """What the main account must hold. Subscriptions are named after the sub-account, so that condition is
        dropped."""
        return replace(self, own_subscription=False)


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a broker or the center. `act`: 1 create 2 read 3 write 4 delete; `kind`: 0 use, 1 probe.

    `open_on`: the resource on which every active principal is allowed it. `of_subscription`: rules about subscriptions
    bind it.
    """

    id: str
    asked_on: frozenset[ResourceType]
    needs: tuple[Need, ...]
    act: int
    kind: int
    data: bool
    since: str
    text: str
    open_on: str | None = None
    of_subscription: bool = False


@dataclass(frozen=True, slots=True)
class PolicyName:
    """One of Pulsar's policy names. `shows`: what a reader learns; `secret`: it may contain keys and passwords."""

    name: str
    since: str
    shows: str
    secret: bool = False


SUPER_USER = 4
"""The authority that includes all others. Held on a cluster or on the root."""


def _need(raw: Mapping[str, Any], question: Mapping[str, Any]) -> Need:
    right = Right[raw["right"].upper()] if "right" in raw else None
    own = raw.get("when") == "own_subscription"
    return Need(
        right,
        raw.get("level", -1),
        raw.get("any"),
        own,
        question["data"],
        raw.get("option"),
        question.get("of_subscription", False),
        raw.get("every_subscription", False),
        raw.get("audit", False),
        raw.get("read_of_served", False),
    )


def _question(raw: Mapping[str, Any]) -> Question:
    return Question(
        id=raw["question"],
        asked_on=frozenset(ResourceType[name.upper()] for name in raw["asked_on"]),
        needs=tuple(_need(need, raw) for need in raw["needs"]),
        open_on=raw.get("open_on"),
        of_subscription=raw.get("of_subscription", False),
        **{field: raw[field] for field in ("act", "kind", "data", "since", "text")},
    )


def _authority(raw: Mapping[str, Any]) -> Authority:
    return Authority(raw["id"], raw["text"], raw["fixed"], ResourceType[raw["lowest"].upper()])


FILE = Path(__file__).with_name("operations.json")
"""The source of everything here."""
_FILE = json.loads(FILE.read_text(encoding="utf-8"))

_INCLUDES: Mapping[str, list[str]] = _FILE["includes"]

_WITH_INCLUDED: Mapping[Right, frozenset[Right]] = {
    right: frozenset((right, *(Right[name.upper()] for name in _INCLUDES.get(right.name.lower(), ()))))
    for right in Right
}
"""A right → itself and the rights that it includes. Those include no others."""

AUTHORITIES: Mapping[int, Authority] = MappingProxyType({raw["id"]: _authority(raw) for raw in _FILE["authorities"]})
"""The dictionary of authorities, by id, in ascending order."""

_LOWEST_OF: Mapping[Right, ResourceType] = {
    right: max(
        (authority.lowest for authority in AUTHORITIES.values() if authority.right == right), default=ResourceType.ROOT
    )
    for right in Right
}
"""The lowest type of place on which a right can be held."""

QUESTIONS: Mapping[str, Question] = MappingProxyType({raw["question"]: _question(raw) for raw in _FILE["questions"]})
"""Every question of every supported broker, by id such as `topic:PRODUCE`."""
CREATION: Mapping[ResourceType, str] = {
    ResourceType.TENANT: "tenant:CREATE_TENANT",
    ResourceType.NAMESPACE: "tenant:CREATE_NAMESPACE",
    ResourceType.TOPIC: "namespace:CREATE_TOPIC",
}
"""The question whether somebody may make a place of this type."""


_ASKED: Mapping[Right, frozenset[int]] = {
    right: frozenset(need.level for question in QUESTIONS.values() for need in question.needs if need.right in included)
    for right, included in _WITH_INCLUDED.items()
}
"""On which levels questions ask about a right or what it includes."""


def asked_level(authority: Authority) -> int:
    """Who holds the right on this level holds all that the authority would give. 302 and 202 on a namespace give the
    same there, because writing is asked about on topics only; administering is asked about on every level."""
    return min((level for level in _ASKED[authority.right] if level >= authority.level), default=authority.level)


def parts(number: int) -> frozenset[int]:
    """The authorities of the same level that this one includes; itself is none of them."""
    whole = AUTHORITIES[number]
    return frozenset(whole.level * 100 + right for right in whole.rights - {whole.right}) & AUTHORITIES.keys()


def over(right: Right, kind: ResourceType) -> int:
    """The authority that gives the right over places of this type; over the root, that over clusters."""
    return max(kind.level, 0) * 100 + right


def administering(kind: ResourceType) -> int:
    """The authority that decides about the grants of places of this type: 4, 104, 204 or 304."""
    return over(Right.ADMINISTER, kind)


@cache
def giving(right: Right, level: int) -> frozenset[int]:
    """The authorities that include `right` over resources of `level`."""
    return frozenset(number for number, authority in AUTHORITIES.items() if authority.gives(right, level))


@cache
def reaching(kind: ResourceType) -> frozenset[int]:
    """The authorities that, held above, still mean something for resources of this type."""
    return frozenset(number for number, authority in AUTHORITIES.items() if authority.reaches(kind))


def is_grave(numbers: Iterable[int]) -> bool:
    """True when one of these authorities lets its holder decide about the rights of others, or delete."""
    authorities = (AUTHORITIES[number] for number in numbers if number in AUTHORITIES)
    return any(authority.right in (Right.ADMINISTER, Right.DELETE) for authority in authorities)


AUDIT_AUTHORITIES = frozenset(number for number, authority in AUTHORITIES.items() if authority.right == Right.AUDIT)
"""The authorities that let their holder read in the center, and give nothing at a broker."""


@cache
def answering(kind: ResourceType, *, audit: bool) -> frozenset[int]:
    """The authorities that count, on a resource of this type or above it, where any right answers the question."""
    return reaching(kind) if audit else reaching(kind) - AUDIT_AUTHORITIES


ACTIONS: Mapping[str, Right] = MappingProxyType({raw["name"]: Right[raw["right"].upper()] for raw in _FILE["actions"]})
"""The actions of `pulsar-admin … grant-permission --actions`, as rights; in full: `pulsar_actions`."""

NATIVELY_WITH = {raw["name"]: Right[raw["with"].upper()] for raw in _FILE["actions"] if "with" in raw}
"""What an action of Pulsar's own gives beside that."""

POLICIES: Mapping[str, PolicyName] = MappingProxyType({raw["name"]: PolicyName(**raw) for raw in _FILE["policies"]})
"""Pulsar's policy names; each is asked as READ or WRITE of its family."""


def where_it_may_be_granted(authority: Authority) -> str:
    """For the message of a refused grant: `a namespace, a tenant, a cluster or everywhere`."""
    places = [f"a {kind.name.lower()}" for kind in sorted(ResourceType, reverse=True) if 0 < kind <= authority.lowest]
    return f"{', '.join(places)} or everywhere"

"""Which questions a simulation must ask: one of each group with the same needs, on each place where the answer can
differ.

All resources without grants of their own in the same place are answered alike, so one made-up name stands for them. A
change on a tenant with a million topics needs few questions. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from app.access.vocabulary import QUESTIONS, Question
from app.pulsar.names import ResourceName, ResourceType

_ANY = "any.other"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place to ask about. `shown`: its name for people; `acme/*` when it stands for all resources not named
    themselves."""

    place: ResourceName
    shown: str

    @property
    def every_other(self) -> bool:
        """True when it stands for all resources there without a grant of their own."""
        return self.shown != self.place.name or self.place.type == ResourceType.ROOT


Kin = tuple[str, ...]
"""Questions with the same needs: whoever is allowed one is allowed all."""


@cache
def kin_of(kind: ResourceType) -> tuple[Kin, ...]:
    """The questions about a type of resource, grouped by equal needs."""
    found: dict[object, list[str]] = {}
    for question in QUESTIONS.values():
        if kind in question.asked_on:
            found.setdefault((question.needs, question.data), []).append(question.id)
    return tuple(tuple(some) for some in found.values())


@cache
def seen_as(kind: ResourceType, action: int) -> tuple[Kin, ...]:
    """The questions that the audit counts as this action (1 create, 2 read, 3 write, 4 delete), without probes."""

    def fits(question: Question) -> bool:
        return question.act == action and question.kind == 0

    groups = (tuple(one for one in kin if fits(QUESTIONS[one])) for kin in kin_of(kind))
    return tuple(group for group in groups if group)


def names_a_subscription(kin: Kin) -> bool:
    """True when the answer depends on the subscription."""
    return any(need.own_subscription for need in QUESTIONS[kin[0]].needs)


def looks_inside(kin: Kin) -> bool:
    """True when a right on a resource inside the place allows it too."""
    return any(need.any == "in" for need in QUESTIONS[kin[0]].needs)


def spots(touched: Iterable[ResourceName], known: Iterable[ResourceName], cluster: str) -> Iterator[Spot]:
    """The touched places, the known places below them, and below each of these one that stands for all others."""
    there = {(place.type, place.name): place for place in touched if not place.malformed}
    tops = set(there)
    for place in known:
        # Some questions look inside a place, so the places between a grant and the touched place matter too.
        way = (place, *place.ancestors(cluster))
        depth = next((at for at, one in enumerate(way) if (one.type, one.name) in tops), 0)
        there.update({(one.type, one.name): one for one in way[:depth]})
    taken = {place.name for place in there.values()}
    for place in there.values():
        yield Spot(place, place.name)
        yield from _all_others(place, taken)
        if place.type == ResourceType.TOPIC:
            yield _followers(place.name, place.name, _free(taken))


def above(touched: Iterable[ResourceName], cluster: str) -> dict[tuple[int, str], ResourceName]:
    """The places above the touched ones. Only questions that look inside can be answered differently there."""
    return {(int(place.type), place.name): place for one in touched for place in one.ancestors(cluster)}


def _all_others(place: ResourceName, taken: set[str]) -> Iterator[Spot]:
    """One made-up place of each type below, with a name that no place in `taken` has."""
    name = _free(taken)
    tenant = place.tenant or name
    namespace = place.namespace or f"{tenant}/{name}"
    shown_tenant = place.tenant or "*"
    shown_namespace = place.namespace or f"{shown_tenant}/*"
    if place.type < ResourceType.TENANT:
        yield Spot(ResourceName.of_tenant(tenant), shown_tenant)
    if place.type < ResourceType.NAMESPACE:
        yield Spot(ResourceName.of_namespace(namespace), shown_namespace)
    if place.type < ResourceType.TOPIC:
        topic, shown = f"persistent://{namespace}/{name}", f"persistent://{shown_namespace}/*"
        yield Spot(ResourceName.of_topic(topic), shown)
        yield _followers(topic, shown, name)


def _followers(topic: str, shown: str, subscription: str) -> Spot:
    """A made-up dead-letter topic; all retry and dead-letter topics of a topic's subscriptions are answered alike."""
    return Spot(ResourceName.of_topic(f"{topic}-{subscription}-DLQ"), f"{shown}-*-DLQ")


def _free(taken: set[str]) -> str:
    """A name that no known place has. Without a hyphen, because names of retry topics are split at hyphens."""
    name = _ANY
    while any(name in one for one in taken):
        name += "."
    return name

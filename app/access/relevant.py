"""Which questions a simulation must ask: one of each group with the same needs, on each place where the answer can
differ.

All resources without grants of their own in the same place are answered alike, so one made-up name stands for them. A
change on a tenant with a million topics needs few questions. Pure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import count, product
from string import ascii_lowercase

from app.access.limits import ANY_END, UNLIMITED
from app.access.names import ResourceName, ResourceType
from app.access.rights_snapshot import Grant
from app.access.vocabulary import QUESTIONS, Question

_ANY = "any.other"


@dataclass(frozen=True, slots=True)
class SamplePlace:
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
    return tuple(tuple(ids) for ids in found.values())


@cache
def seen_as(kind: ResourceType, action: int) -> tuple[Kin, ...]:
    """The questions that the audit counts as this action (1 create, 2 read, 3 write, 4 delete), without probes."""

    def fits(question: Question) -> bool:
        return question.act == action and question.kind == 0

    groups = (tuple(question for question in kin if fits(QUESTIONS[question])) for kin in kin_of(kind))
    return tuple(group for group in groups if group)


def names_a_subscription(kin: Kin) -> bool:
    """True when a question about one's own subscription may be answered differently."""
    return any(need.own_subscription for need in QUESTIONS[kin[0]].needs)


def concerns_subscriptions(kin: Kin) -> bool:
    """True when subscriptions that a grant names may be answered differently."""
    return any(need.of_subscription or need.own_subscription for need in QUESTIONS[kin[0]].needs)


def looks_inside(kin: Kin) -> bool:
    """True when a right on a resource inside the place allows it too."""
    return any(need.any == "in" for need in QUESTIONS[kin[0]].needs)


@dataclass(frozen=True)
class NamedLimits:
    """What grants are limited to: place → prefixes of names directly below it, and subscriptions, one for each that is
    named."""

    prefixes: Mapping[tuple[int, str], Collection[str]] = field(default_factory=dict)
    subscriptions: Collection[str] = ()


def named_by(grants: Iterable[Grant]) -> NamedLimits:
    """What these grants are limited to. For a beginning of subscriptions one name that begins so."""
    prefixes: dict[tuple[int, str], set[str]] = defaultdict(set)
    subscriptions: set[str] = set()
    for grant in grants:
        limits = grant.limits or UNLIMITED
        subscriptions |= {_sample(subscription) for subscription in limits.subscriptions or ()}
        if limits.prefix is not None:
            prefixes[grant.type, grant.name].add(limits.prefix)
    return NamedLimits(prefixes, sorted(subscriptions))


def _sample(name: str) -> str:
    return name.removesuffix(ANY_END) + _ANY if name.endswith(ANY_END) else name


def sample_places(
    changed_places: Iterable[ResourceName],
    places_with_grants: Iterable[ResourceName],
    cluster: str,
    named_limits: NamedLimits | None = None,
) -> Iterator[SamplePlace]:
    """The changed places, and the places with grants below them. Inside each of these also made-up places: those that
    stand for all others, and those that begin with a prefix that grants are limited to."""
    places = {(place.type, place.name): place for place in changed_places if not place.malformed}
    tops = set(places)
    for place in places_with_grants:
        # Some questions look inside a place, so the places between a grant and the changed place matter too.
        path = (place, *place.ancestors(cluster))
        steps_to_top = next((index for index, step in enumerate(path) if (step.type, step.name) in tops), 0)
        places.update({(step.type, step.name): step for step in path[:steps_to_top]})
    made_up_places = _InnerPlaces({place.name for place in places.values()}, named_limits or NamedLimits())
    for place in places.values():
        yield SamplePlace(place, place.name)
        yield from made_up_places.of(place)


def above(places: Iterable[ResourceName], cluster: str) -> dict[tuple[int, str], ResourceName]:
    """The places above these. Only questions that look inside can be answered differently there."""
    return {(int(place.type), place.name): place for target in places for place in target.ancestors(cluster)}


class _InnerPlaces:
    """Made-up places inside known ones."""

    def __init__(self, used_names: Collection[str], named_limits: NamedLimits) -> None:
        self._named = named_limits
        self._unused = _unused_name(
            used_names, {prefix for prefixes in named_limits.prefixes.values() for prefix in prefixes}
        )

    def of(self, place: ResourceName) -> Iterator[SamplePlace]:
        """What stands for everything inside that has no name of its own."""
        yield from self._unnamed_places(place)
        for prefix in sorted(self._named.prefixes.get((int(place.type), place.name), ())):
            yield from self._prefixed_places(prefix, place)

    def _unnamed_places(self, place: ResourceName) -> Iterator[SamplePlace]:
        """One place of each type below."""
        name = self._unused
        tenant = place.tenant or name
        namespace = place.namespace or f"{tenant}/{name}"
        shown_tenant = place.tenant or "*"
        shown_namespace = place.namespace or f"{shown_tenant}/*"
        if place.type < ResourceType.TENANT:
            yield SamplePlace(ResourceName.of_tenant(tenant), shown_tenant)
        if place.type < ResourceType.NAMESPACE:
            yield SamplePlace(ResourceName.of_namespace(namespace), shown_namespace)
        if place.type < ResourceType.TOPIC:
            yield from self._topic(f"persistent://{namespace}/{name}", f"persistent://{shown_namespace}/*")
        else:
            yield from self._dead_letter_topics(place.name, place.name)

    def _prefixed_places(self, prefix: str, place: ResourceName) -> Iterator[SamplePlace]:
        """One place directly below whose name begins with the prefix, and one below that."""
        inner, shown = f"{place.name}/{prefix}{self._unused}", f"{place.name}/{prefix}*"
        if place.type == ResourceType.TENANT:
            yield SamplePlace(ResourceName.of_namespace(inner), shown)
            inner, shown = f"{inner}/{self._unused}", f"{shown}/*"
        yield from self._topic(f"persistent://{inner}", f"persistent://{shown}")

    def _topic(self, topic: str, shown: str) -> Iterator[SamplePlace]:
        yield SamplePlace(ResourceName.of_topic(topic), shown)
        yield from self._dead_letter_topics(topic, shown)

    def _dead_letter_topics(self, topic: str, shown: str) -> Iterator[SamplePlace]:
        """Dead-letter topics; all retry and dead-letter topics of one subscription are answered alike."""
        yield SamplePlace(ResourceName.of_topic(f"{topic}-{self._unused}-DLQ"), f"{shown}-*-DLQ")
        for subscription in self._named.subscriptions:
            yield SamplePlace(ResourceName.of_topic(f"{topic}-{subscription}-DLQ"), f"{shown}-{subscription}-DLQ")


def _unused_name(used_names: Collection[str], prefixes: Collection[str]) -> str:
    """A name that no known place has and no prefix covers, alone or behind another prefix. Without a hyphen, because
    names of retry topics are split at hyphens."""
    tails = {prefix[at:] for prefix in prefixes for at in range(len(prefix)) if at == 0 or prefix[:at] in prefixes}
    names = ("".join(first) + _ANY for length in count() for first in product(ascii_lowercase, repeat=length))
    return next(
        name
        for name in names
        if not any(name.startswith(tail) for tail in tails) and not any(name in other for other in used_names)
    )

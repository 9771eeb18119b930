"""The model of the delegation machine: users, roles, places and grants in plain dictionaries, and who holds what.
Written from docs/granting.md, without looking at the service's code; only the list of authorities is the service's."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from ipaddress import ip_network
from itertools import product

from app.access import vocabulary
from app.access.limits import Limits

Key = tuple[int, int]
"""(res_type, res_id): 0 root, 1 cluster, 2 tenant, 3 namespace, 4 topic."""

AUTHORITIES = tuple(vocabulary.AUTHORITIES)
ROOT: Key = (0, 0)
_ASKED_ABOUT = {2: 3, 3: 3, 5: 2, 6: 3, 8: 2, 9: 2, 10: 2, 11: 2}
_INCLUDED = {5: (8, 9, 10, 11)}
"""Right → the only level on which anything asks about it (2 namespaces, 3 topics)."""


@dataclass(frozen=True)
class Part:
    """A part of a place: the names directly in it that begin with `prefix`, one subscription, and who works from one
    network. None: all. `given_from`: only what counts for who works from there too, as for a giver."""

    prefix: str | None = None
    subscription: str | None = None
    network: str | None = None
    given_from: str | None = None


WHOLE = Part()
ADDRESSES = ("10.1.2.3", "172.16.0.9")
"""Where people work from."""
HERE, THERE = (Part(network=f"{address}/32") for address in ADDRESSES)
_ABOUT_SUBSCRIPTIONS = (3, 6)


def parts_of(limits: Limits | None) -> list[Part]:
    """The parts that a grant with these limits is made of."""
    if limits is None:
        return [WHOLE]
    both = product(limits.subscriptions or (None,), limits.networks or (None,))
    return [Part(limits.prefix, subscription, network) for subscription, network in both]


def with_parts(authorities: frozenset[int]) -> frozenset[int]:
    """The same with the authorities that they include: 205 is 208 to 211 too."""
    return authorities | {
        number - number % 100 + part for number in authorities for part in _INCLUDED.get(number % 100, ())
    }


def whole(place: Key) -> frozenset[int]:
    """What together is everything on a place: nothing that another of it includes."""
    there = {number for number in AUTHORITIES if place[0] <= lowest_place(number)}
    return frozenset(number for number in there if number % 100 not in _INCLUDED[5])


def lowest_place(authority: int) -> int:
    """The lowest type of place where the authority can be held: its own level; for create, the parent's."""
    level, right = divmod(authority, 100)
    return level if right == 0 else level + 1


def gives(held: int, asked: int) -> bool:
    """Whether holding `held` on a place includes holding `asked` there."""
    right = asked % 100
    if held == 4:
        return True
    if held % 100 != right and right not in _INCLUDED.get(held % 100, ()):
        return False
    if right in (0, 1):  # create and delete hold on their own level only
        return held == asked
    # Administer includes lower levels. Data rights are about topics and functions about namespaces, on whatever level.
    return held // 100 <= max(asked // 100, _ASKED_ABOUT.get(right, 0))


@dataclass
class Person:
    """A user. `parent` is the main account of a sub-account."""

    name: str
    parent: int | None
    active: bool = True
    roles: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Held:
    """A grant. `by`: id of the giver; None for the system."""

    role: int
    key: Key
    authorities: frozenset[int]
    start: int
    end: int | None
    by: int | None
    limits: Limits | None = None

    def says(self, authority: int) -> bool:
        """Whether one of its authorities can be limited as the grant is: a prefix leaves only what is about things
        inside the place, subscriptions only what is about them."""
        level, right = divmod(authority, 100)
        if self.limits is not None and self.limits.prefix is not None:
            inside = {2: 2, 3: 3}.get(self.key[0], 4)
            deepest = level if right in (0, 1) else _ASKED_ABOUT.get(right, 3)
            if max(level, deepest) < inside or (right in (0, 1) and level < inside):
                return False
        return self.limits is None or self.limits.subscriptions is None or right in _ABOUT_SUBSCRIPTIONS

    def at(self, moment: int) -> bool:
        """Whether it is in force at the moment."""
        return self.start <= moment and (self.end is None or moment < self.end)


@dataclass
class Model:
    """Everything by id. `above`: place → parent; tenants have clusters instead."""

    people: dict[int, Person] = field(default_factory=dict)
    personal: dict[int, int] = field(default_factory=dict)
    shared: set[int] = field(default_factory=set)
    grants: dict[int, Held] = field(default_factory=dict)
    above: dict[Key, Key] = field(default_factory=dict)
    clusters: dict[Key, set[int]] = field(default_factory=dict)
    names: dict[Key, str] = field(default_factory=dict)
    """The last part of a name."""

    def chain(self, place: Key, cluster: int) -> set[Key]:
        """The place and all above it, seen on one cluster."""
        found = {place, ROOT}
        while place in self.above:
            place = self.above[place]
            found.add(place)
        return found | ({(1, cluster)} if place[0] else set())

    def homes(self, place: Key) -> set[int]:
        """The clusters it lives on; 0 for the root, which lives on none."""
        while place in self.above:
            place = self.above[place]
        return self.clusters.get(place, {place[1]})

    def below(self, place: Key) -> list[Key]:
        """The place and everything in it, the deepest first."""
        inner = [child for child, parent in self.above.items() if parent == place]
        return [*(deep for child in inner for deep in self.below(child)), place]

    def places(self) -> list[Key]:
        """Every place, the deepest first."""
        return sorted({ROOT, *self.above, *self.clusters, *((1, n) for on in self.clusters.values() for n in on)})[::-1]

    def covering(
        self, who: int, authority: int, place: Key, cluster: int, moment: int, part: Part = WHOLE
    ) -> Iterator[Held]:
        """The person's own grants that give the authority on this part of the place."""
        chain = self.chain(place, cluster)
        for held in self.grants.values():
            if held.role in self.people[who].roles and held.key in chain and held.at(moment):
                usable = (own for own in held.authorities if held.key[0] <= lowest_place(own) and held.says(own))
                if any(gives(own, authority) for own in usable) and self._reaches(held, authority, place, part):
                    yield held

    def _reaches(self, held: Held, authority: int, place: Key, part: Part) -> bool:
        limits = held.limits
        if limits is None:
            return True
        if limits.networks is not None and not _lets(limits.networks, part):
            return False
        if limits.prefix is not None and not (self._inside(held.key, place, part) or "").startswith(limits.prefix):
            return False
        if limits.subscriptions is None or authority % 100 not in _ABOUT_SUBSCRIPTIONS:
            return True
        asked = part.subscription
        return asked is not None and any(_names(pattern, asked) for pattern in limits.subscriptions)

    def _inside(self, above: Key, place: Key, part: Part) -> str | None:
        """The name directly inside `above` on the way to the place; at `above` itself what the part begins with."""
        found = part.prefix
        while place != above and place in self.above:
            found, place = self.names[place], self.above[place]
        return found

    def holds(self, who: int, authority: int, place: Key, moment: int, part: Part = WHOLE) -> bool:
        """Whether an active user holds it on every cluster of the place, and its main account too."""
        person = self.people[who]
        if not person.active or place[0] > lowest_place(authority):
            return False
        if person.parent is not None and not self.holds(person.parent, authority, place, moment, part):
            return False
        return all(any(self.covering(who, authority, place, home, moment, part)) for home in self.homes(place))

    def holds_throughout(
        self, who: int, authority: int, place: Key, start: int, end: int | None, part: Part = WHOLE
    ) -> bool:
        """Whether `holds` is true at every moment from start to end."""
        moments = {start, *self.edges(start, end)}
        return all(self.holds(who, authority, place, moment, part) for moment in moments)

    def edges(self, start: int, end: int | None) -> set[int]:
        """Moments from start to end at which some grant begins or ends."""
        found = {moment for held in self.grants.values() for moment in (held.start, held.end) if moment is not None}
        return {moment for moment in found if start < moment and (end is None or moment < end)}

    def rights(
        self, people: set[int], places: list[Key], moments: set[int], parts: Collection[Part] = (WHOLE,)
    ) -> set[tuple[Key, int, int, Part]]:
        """(place, authority, moment, part) of all that any of these people holds."""
        return {
            (place, authority, moment, part)
            for place in places
            for authority in AUTHORITIES
            if place[0] <= lowest_place(authority)
            for moment in moments
            for part in parts
            if any(self.holds(who, authority, place, moment, part) for who in people if who in self.people)
        }

    def acts_for(self, who: int) -> set[int]:
        """The person and its sub-accounts."""
        return {who, *(number for number, person in self.people.items() if person.parent == who)}

    def forget_user(self, who: int) -> None:
        """Remove a user with its personal role and the grants of that."""
        role = self.personal.pop(who)
        self.forget_role(role)
        del self.people[who]

    def forget_role(self, role: int) -> None:
        """Remove a role with its members and grants."""
        self.shared.discard(role)
        self.grants = {number: held for number, held in self.grants.items() if held.role != role}
        for person in self.people.values():
            person.roles.discard(role)

    def forget_place(self, place: Key) -> None:
        """Remove a place with everything below it."""
        for key in self.below(place):
            self.above.pop(key, None)
            self.clusters.pop(key, None)
            self.grants = {number: held for number, held in self.grants.items() if held.key != key}


def lies_in(network: str, asked: str | None) -> bool:
    """Whether the asked network lies in the other one; None: all addresses."""
    return asked is not None and ip_network(asked).subnet_of(ip_network(network))  # type: ignore[arg-type]


def _lets(networks: tuple[str, ...], part: Part) -> bool:
    """Whether a grant with these networks counts for the part, and, if it is given on, where its giver works."""
    asked = (part.network, part.given_from or part.network)
    return all(any(lies_in(network, origin) for network in networks) for origin in asked)


def _names(named: str, asked: str) -> bool:
    return asked.startswith(named[:-1]) if named.endswith("*") else named == asked

"""Which rights a sub-account and its main account share at one place. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from app.access.holding import Case, served_subscriptions, served_topics
from app.access.limits import ANY_END, name_below
from app.access.names import ResourceName, ResourceType
from app.access.rights_snapshot import Grant, Place
from app.access.vocabulary import AUTHORITIES, SUPER_USER, Authority, Need, Right, answering

Kind = tuple[Right, int]
"""A right to compare: creating and deleting with their level, the others with -1, as they count on every level."""
_READ, _WRITE = (Right.READ, -1), (Right.WRITE, -1)


def shared_grants(case: Case, need: Need, grants: list[Grant], other_grants: Sequence[Grant]) -> list[Grant]:
    """The `grants` with a right that the other account has too, at the deeper of the two grants' places.

    Both lists are grants that meet an alternative: on the target, above it, inside it or on a topic that it serves.
    Where all of them give the same right at the target, any two share it.
    """
    if need.right is not None and (need.data or not served_topics(case)):
        return grants if other_grants else []
    if case.target.type == ResourceType.TOPIC:
        return _shared_on_topics(case, need, grants, other_grants)
    ways = _Ways(case, (*grants, *other_grants))
    on_place: dict[Place, set[Kind]] = defaultdict(set)
    below: dict[Place, set[Kind]] = defaultdict(set)
    for grant in other_grants:
        own_place, *above = ways.of(grant)
        kinds = _kinds(case, need, grant)
        on_place[own_place] |= kinds
        for place in above:
            below[place] |= kinds
    return [grant for grant in grants if _meets(ways.of(grant), _kinds(case, need, grant), on_place, below)]


def gives_a_part(case: Case, need: Need, grants: Iterable[Grant], authority: Authority) -> bool:
    """True when one of the grants, which meet an alternative that any right meets, gives a part of the authority."""
    wanted, on_topic = _kinds_of([authority]), case.target.type == ResourceType.TOPIC
    found = (_kinds_at(case, need, grant, case.target) if on_topic else _kinds(case, need, grant) for grant in grants)
    return any(not wanted.isdisjoint(kinds) for kinds in found)


def _meets(
    path: Sequence[Place],
    kinds: frozenset[Kind],
    kinds_on_place: dict[Place, set[Kind]],
    below_place: dict[Place, set[Kind]],
) -> bool:
    near = [below_place.get(path[0]), *(kinds_on_place.get(place) for place in path)]
    return any(not kinds.isdisjoint(theirs) for theirs in near if theirs)


class _Ways:
    """The places from that of a grant up to the root. Names that begin with a prefix are a place between its place and
    what is directly below."""

    def __init__(self, case: Case, grants: Iterable[Grant]) -> None:
        self._cluster = case.snapshot.cluster
        self._prefixes: dict[Place, set[str]] = defaultdict(set)
        for grant in grants:
            if (prefix := _prefix(grant)) is not None:
                self._prefixes[grant.type, grant.name].add(prefix)

    def of(self, grant: Grant) -> list[Place]:
        """The place of the grant first."""
        place, prefix = ResourceName.of(grant.type, grant.name), _prefix(grant)
        own_place = (grant.type, grant.name)
        way = [own_place] if prefix is None else [*self._prefixes_of(own_place, prefix), own_place]
        for above in place.ancestors(self._cluster):
            key = (int(above.type), above.name)
            way += [*self._prefixes_of(key, name_below(key[0], place)), key]
        return way

    def _prefixes_of(self, place: Place, name: str | None) -> list[Place]:
        """The prefixes on this place that the name begins with, the longest first."""
        found = [prefix for prefix in self._prefixes.get(place, ()) if name is not None and name.startswith(prefix)]
        return [(place[0], f"{place[1]}/{prefix}{ANY_END}") for prefix in sorted(found, key=len, reverse=True)]


def _prefix(grant: Grant) -> str | None:
    return grant.limits.prefix if grant.limits is not None else None


def _shared_on_topics(case: Case, need: Need, grants: Iterable[Grant], other_grants: Sequence[Grant]) -> list[Grant]:
    """For a topic: compares the rights at the topic itself and at each topic that it may serve."""
    seats = (case.target, *served_topics(case))
    other_kinds = [
        frozenset(kind for grant in other_grants for kind in _kinds_at(case, need, grant, seat)) for seat in seats
    ]
    return [
        grant
        for grant in grants
        if any(
            not kinds.isdisjoint(_kinds_at(case, need, grant, seat))
            for seat, kinds in zip(seats, other_kinds, strict=True)
        )
    ]


def _kinds_at(case: Case, need: Need, grant: Grant, place: ResourceName) -> frozenset[Kind]:
    """The rights of a grant at the target or at a served topic. Reading a served topic means reading and writing the
    target."""
    kinds = _kinds(case, need, grant)
    found = kinds if _reaches(grant, place) else frozenset[Kind]()
    if place is case.target and any(_reaches(grant, topic, name) for topic, name in served_subscriptions(case)):
        found |= (kinds - {_WRITE}) | ({_WRITE} if _READ in kinds else frozenset())
    return found if need.right is None else found & {_kind(need.right, need.level)}


def _reaches(grant: Grant, topic: ResourceName, subscription: str | None = None) -> bool:
    """True when the grant is on the topic or above it, and its limits cover the topic (and this subscription of it)."""
    if grant.type == ResourceType.TOPIC and grant.name != topic.name:
        return False
    limits = grant.limits
    if limits is None:
        return True
    named = subscription is None or limits.covers_subscription(subscription)
    return named and limits.covers_name(name_below(grant.type, topic))


def _kinds(case: Case, need: Need, grant: Grant) -> frozenset[Kind]:
    deepest = ResourceType(max(grant.type, case.target.type))
    counting = answering(deepest, audit=need.audit) if need.right is None else AUTHORITIES
    return _kinds_of([AUTHORITIES[number] for number in grant.usable() if number in counting])


def _kinds_of(authorities: Collection[Authority]) -> frozenset[Kind]:
    if any(authority.id == SUPER_USER for authority in authorities):
        return _ALL
    return frozenset(_kind(right, authority.level) for authority in authorities for right in authority.rights)


def _kind(right: Right, level: int) -> Kind:
    return right, level if right.exact else -1


_ALL = _kinds_of([authority for authority in AUTHORITIES.values() if authority.id != SUPER_USER])

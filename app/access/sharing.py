"""Which rights a sub-account and its main account share at one place, for questions that any right would answer.
Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from app.access.holding import Case, served_topics
from app.access.rights import Grant, Place
from app.access.vocabulary import AUTHORITIES, SUPER_USER, Right
from app.pulsar.names import ResourceName, ResourceType

Kind = tuple[Right, int]
"""A right to compare: creating and deleting with their level, the others with -1, as they count on every level."""
_ALL = frozenset(
    (one.right, one.level if one.right.exact else -1) for one in AUTHORITIES.values() if one.id != SUPER_USER
)
_READ, _WRITE = (Right.READ, -1), (Right.WRITE, -1)


def shared_grants(case: Case, some: Sequence[Grant], others: Sequence[Grant]) -> list[Grant]:
    """The grants in `some` with a right that the other account has too, at the deeper of the two grants' places.

    Both lists are grants that meet an alternative: on the target, above it, inside it or on a topic that it serves.
    """
    if case.target.type == ResourceType.TOPIC:
        return _shared_on_topics(case, some, others)
    on_place: dict[Place, set[Kind]] = defaultdict(set)
    below: dict[Place, set[Kind]] = defaultdict(set)
    for grant in others:
        on_place[grant.type, grant.name] |= _kinds(case, grant)
    for place, kinds in list(on_place.items()):
        for above in _above(case, place):
            below[above] |= kinds
    return [grant for grant in some if _meets(case, grant, on_place, below)]


def _meets(case: Case, grant: Grant, on_place: dict[Place, set[Kind]], below: dict[Place, set[Kind]]) -> bool:
    here, kinds = (grant.type, grant.name), _kinds(case, grant)
    near = [below.get(here), *(on_place.get(place) for place in (here, *_above(case, here)))]
    return any(not kinds.isdisjoint(one) for one in near if one)


def _above(case: Case, place: Place) -> Iterator[Place]:
    for one in ResourceName.of(*place).ancestors(case.snapshot.cluster):
        yield int(one.type), one.name


def _shared_on_topics(case: Case, some: Iterable[Grant], others: Sequence[Grant]) -> list[Grant]:
    """For a topic: compares the rights at the topic itself and at each topic that it may serve."""
    served = [(int(one.type), one.name) for one in served_topics(case)]
    seats = (case.places[0], *served)
    theirs = [frozenset(kind for one in others for kind in _kinds_at(case, one, seat, served)) for seat in seats]
    return [
        grant
        for grant in some
        if any(
            not kinds.isdisjoint(_kinds_at(case, grant, seat, served))
            for seat, kinds in zip(seats, theirs, strict=True)
        )
    ]


def _kinds_at(case: Case, grant: Grant, seat: Place, served: Sequence[Place]) -> frozenset[Kind]:
    """The rights of a grant at the target or at a served topic. Reading a served topic means reading and writing the
    target."""
    on, kinds = (grant.type, grant.name), _kinds(case, grant)
    if on == seat or (on[0] != seat[0] and not (served and seat == case.places[0])):
        return kinds
    if seat != case.places[0]:
        return frozenset()
    following = (kinds - {_WRITE}) | ({_WRITE} if _READ in kinds else frozenset())
    return following if on in served else kinds | following


def _kinds(case: Case, grant: Grant) -> frozenset[Kind]:
    deepest = ResourceType(max(grant.type, case.target.type))
    known = [AUTHORITIES[number] for number in grant.usable()]
    if any(one.id == SUPER_USER for one in known):
        return _ALL
    return frozenset((one.right, one.level if one.right.exact else -1) for one in known if one.reaches(deepest))

"""The effective rights of one user by place, in pages, each with a fixed number of statements.

The cost of a page grows with the user's own grants (and, for a sub-account, those of its main account in the tenants on
the page), never with the tables.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import Session

from app.access import rights_snapshot
from app.access.decision import is_closed
from app.access.effective import Limit, combined_limit, main_account_limit
from app.access.names import ResourceName, ResourceType
from app.access.vocabulary import AUTHORITIES
from app.grants import places, roles
from app.grants.models import Grant
from app.grants.places import Key, Place
from app.identity.models import User
from app.rights import known_rights, visible_grants
from app.rights.known_rights import KnownRights

COUNTED = 10_000
"""Lists count up to so many places."""


@dataclass(frozen=True, slots=True)
class RightSource:
    """A grant that gives an authority."""

    grant: rights_snapshot.Grant
    role_name: str
    personal: bool


@dataclass(frozen=True, slots=True)
class HeldAuthority:
    """An authority on a place, and the grants that give it. `main_limits`: how far the main account limits a
    sub-account."""

    authority: int
    grants: tuple[RightSource, ...]
    in_force: bool
    main_limits: Limit


@dataclass(frozen=True, slots=True)
class HeldPlace:
    """What the user was granted on one place. `invalid`: the place or one above it is switched off."""

    place: Place
    invalid: bool
    held: tuple[HeldAuthority, ...]


@dataclass(frozen=True, slots=True)
class RightsFilter:
    """Which rights to list: on this type of place, in this tenant (id), with this authority. None: any."""

    res_type: int | None = None
    tenant: int | None = None
    authority: int | None = None


def page(
    session: Session, user: User, rights_filter: RightsFilter, after: Key | None, limit: int, now: int
) -> list[HeldPlace]:
    """The places on which the user has grants, ordered by type and id; at most `limit`, beginning after the key
    `after`."""
    query = _place_keys(user, rights_filter)
    if after is not None:
        later_places = and_(Grant.res_type >= after[0], or_(Grant.res_type > after[0], Grant.res_id > after[1]))
        query = query.where(later_places)
    keys = [
        (kind, res_id) for kind, res_id in session.execute(query.order_by(Grant.res_type, Grant.res_id).limit(limit))
    ]
    where = places.places_of(session, keys)
    main = None if user.parent is None else session.get_one(User, user.parent)
    # Only for a sub-account more than the places of the page is read: the rights of its main account.
    rights = known_rights.of(session, [user.username], _tenants(where), None if main else keys)
    place_of = {(key[0], place.name): place for key, place in where.items()}
    found: dict[Key, list[RightSource]] = {key: [] for key in keys}
    own_roles = roles.names(session, rights.people[user.username].roles)
    for grant, _ in rights.grants:
        place = place_of.get((grant.type, grant.name))
        if place is not None and grant.role in own_roles:
            role_name, personal_of = own_roles[grant.role]
            found[place.key].append(RightSource(grant, role_name, personal_of == user.id))
    return [
        HeldPlace(
            where[key],
            _is_closed(rights, where[key]),
            tuple(_authorities_at(rights, main, where[key], found[key], rights_filter.authority, now)),
        )
        for key in keys
        if key in where
    ]


def count(session: Session, user: User, wanted: RightsFilter) -> int:
    """How many places there are; counting stops at `COUNTED` + 1."""
    capped = _place_keys(user, wanted).limit(COUNTED + 1).subquery()
    return session.scalar(select(func.count()).select_from(capped)) or 0


def _place_keys(user: User, wanted: RightsFilter) -> Select[int, int]:
    query = select(Grant.res_type, Grant.res_id).where(Grant.role_id.in_(roles.ids_of(user.id))).distinct()
    return query.where(*_conditions(wanted))


def _conditions(rights_filter: RightsFilter) -> Iterator[ColumnElement[bool]]:
    if rights_filter.res_type is not None:
        yield Grant.res_type == rights_filter.res_type
    if rights_filter.tenant is not None:
        yield visible_grants.below(int(ResourceType.TENANT), rights_filter.tenant)
    if rights_filter.authority is not None:
        yield ("," + Grant.authorities + ",").like(f"%,{int(rights_filter.authority)},%")


def _tenants(places: Mapping[Key, Place]) -> set[str] | None:
    """The tenants of these places; None for all, when a place is above tenants."""
    names = [ResourceName.of(key[0], place.name) for key, place in places.items()]
    if any(resource.type <= ResourceType.CLUSTER for resource in names):
        return None
    return {resource.tenant for resource in names if resource.tenant is not None}


def _is_closed(known: KnownRights, place: Place) -> bool:
    name = ResourceName.of(place.key[0], place.name)
    return any(is_closed(known.on(cluster), name) for cluster in place.clusters if cluster in known.clusters)


def _authorities_at(
    rights: KnownRights,
    main: User | None,
    place: Place,
    grants: Sequence[RightSource],
    authority_filter: int | None,
    now: int,
) -> Iterator[HeldAuthority]:
    """Each authority that the grants give on the place, with how far the main account limits it."""
    name, snapshots = ResourceName.of(place.key[0], place.name), _snapshots_of(rights, place)
    giving: defaultdict[int, list[RightSource]] = defaultdict(list)
    for source in grants:
        for number in set(source.grant.usable()) & AUTHORITIES.keys():
            giving[number].append(source)
    numbers = giving.keys() if authority_filter is None else giving.keys() & {authority_filter}
    for number in sorted(numbers):
        in_force = any(source.grant.in_force(now) for source in giving[number])
        withheld = combined_limit(
            main_account_limit(snapshots, main.username if main else None, number, name, now, limits)
            for limits in {source.grant.limits for source in giving[number]}
        )
        yield HeldAuthority(number, tuple(giving[number]), in_force, withheld)


def _snapshots_of(rights: KnownRights, place: Place) -> list[rights_snapshot.Snapshot]:
    """One snapshot for each cluster on which a grant on the place counts; a grant on the root counts on every
    cluster."""
    if place.key[0] == ResourceType.ROOT:
        return [rights.on(cluster) for cluster in (None, *rights.clusters)]
    return [rights.on(cluster) for cluster in place.clusters if cluster is None or cluster in rights.clusters]

"""Conditions and queries for the places where a user holds authorities now, so that lists need no decision per row.

A grant that is limited to names inside its place is not held on the place itself: ask for it by `prefixed`.
"""

from collections.abc import Collection
from functools import lru_cache

from sqlalchemy import ColumnElement, Select, and_, false, literal, or_, select
from sqlalchemy.orm import Session

from app.access import network_limits
from app.access.names import ResourceType
from app.access.read_permission import READING, giving_on
from app.grants.models import Grant, UserRole
from app.grants.places import Key
from app.platform import calling_address
from app.platform.searching import begins_with

Condition = ColumnElement[bool]


def in_force_of(session: Session, user_id: int, now: int) -> Condition:
    """A condition on grants: they belong to a role of the user and count at `now` (epoch ms) at the address of its
    request. With an address this costs a statement: build it once and use it again."""
    own = Grant.role_id.in_(select(UserRole.role_id).where(UserRole.user_id == user_id))
    return and_(own, in_force(now), _let_in(session, own, calling_address.current()))


def _let_in(session: Session, grants: Condition, address: str | None) -> Condition:
    """A condition on these grants: their networks, if they have any, contain the address. Many grants have the same
    networks, which are judged here: the condition is small, and nothing is added to it where nothing is limited."""
    unlimited = Grant.networks.is_(None)
    if address is None:
        return unlimited
    limits = session.scalars(select(Grant.cidrs).where(grants, Grant.networks.is_not(None)).distinct())
    open_limits = [cidrs for cidrs in limits if cidrs is not None and network_limits.let_in(cidrs, address)]
    return or_(unlimited, Grant.cidrs.in_(open_limits)) if open_limits else unlimited


def in_force(now: int) -> Condition:
    """A condition on grants: `now` (epoch ms) is inside their window."""
    return and_(
        or_(Grant.valid_from.is_(None), Grant.valid_from <= now),
        or_(Grant.valid_until.is_(None), Grant.valid_until > now),
    )


def names_one_of(authorities: Collection[int]) -> Condition:
    """A condition on grants: they name one of the authorities."""
    return _names_one_of(frozenset(authorities))


@lru_cache(512)  # there are few such sets; to build one takes longer than the database to answer
def _names_one_of(authorities: frozenset[int]) -> Condition:
    named = "," + Grant.authorities + ","
    return or_(false(), *(named.like(f"%,{number},%") for number in sorted(authorities)))


def on_whole(on: ResourceType, authorities: Collection[int]) -> Condition:
    """A condition on grants: they give one of the authorities on a resource of one type as a whole."""
    return and_(Grant.res_type == int(on), Grant.name_prefix.is_(None), names_one_of(authorities))


def on_place(place: Key) -> Condition:
    """A condition on grants: they are on this place itself."""
    return and_(Grant.res_type == place[0], Grant.res_id == place[1])


def covering(name: str | None) -> Condition:
    """A condition on grants: they cover what has this name, or names that begin so, directly inside their place. None:
    the place itself is meant."""
    whole = Grant.name_prefix.is_(None)
    return whole if name is None else or_(whole, begins_with(literal(name), Grant.name_prefix))


def prefixed(place_type: ResourceType, authorities: Collection[int]) -> Condition:
    """A condition on grants: they give one of the authorities on names inside a resource of one type."""
    return and_(Grant.res_type == int(place_type), Grant.name_prefix.is_not(None), names_one_of(authorities))


def read_by(session: Session, user_id: int, now: int, limit: int) -> list[Key]:
    """The first places that the user administers or audits by grants on just these."""
    whole = or_(*(on_whole(on, giving_on(on, READING, on)) for on in ResourceType))
    query = select(Grant.res_type, Grant.res_id).where(in_force_of(session, user_id, now), whole).distinct()
    found = session.execute(query.order_by(Grant.res_type, Grant.res_id).limit(limit))
    return [(place[0], place[1]) for place in found]


def select_held(mine: Condition, place_type: ResourceType, authorities: Collection[int]) -> Select[int]:
    """Ids of the resources of one type on which one of the authorities is held by one of these grants (`in_force_of`)
    there."""
    return select(Grant.res_id).where(mine, on_whole(place_type, authorities))

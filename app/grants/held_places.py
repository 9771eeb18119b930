"""Conditions and queries for the places where a user holds authorities now, so that lists need no decision per row.

A grant that is limited to names inside its place is not held on the place itself: ask for it by `prefixed`.
"""

from collections.abc import Collection
from ipaddress import ip_network

from sqlalchemy import ColumnElement, Select, Text, and_, false, literal, or_, select, type_coerce

from app import calling_address
from app.access import networks
from app.grants.models import Grant, UserRole
from app.grants.places import Key
from app.pulsar.names import ResourceType
from app.searching import begins_with

Condition = ColumnElement[bool]


def in_force_of(user_id: int, now: int) -> Condition:
    """A condition on grants: they belong to a role of the user, who asks, and count where it asks from at `now` (epoch
    ms)."""
    own = Grant.role_id.in_(select(UserRole.role_id).where(UserRole.user_id == user_id))
    return and_(own, in_force(now), let_in(calling_address.current()))


def let_in(address: str | None) -> Condition:
    """A condition on grants: their networks, if they have any, contain the address. Each network is written one way
    only, so the address is in exactly those that are called as one of the few around it."""
    found = None if address is None else networks.address_of(address)
    if found is None:
        return Grant.networks.is_(None)
    text, around = type_coerce(Grant.cidrs, Text), range(found.max_prefixlen + 1)
    names = (str(ip_network((found, bits), strict=False)) for bits in around)
    return or_(Grant.networks.is_(None), *(text.contains(f'"{name}"', autoescape=True) for name in names))


def in_force(now: int) -> Condition:
    """A condition on grants: `now` (epoch ms) is inside their window."""
    return and_(
        or_(Grant.valid_from.is_(None), Grant.valid_from <= now),
        or_(Grant.valid_until.is_(None), Grant.valid_until > now),
    )


def names_one_of(authorities: Collection[int]) -> Condition:
    """A condition on grants: they name one of the authorities."""
    named = "," + Grant.authorities + ","
    return or_(false(), *(named.like(f"%,{number},%") for number in authorities))


def on_whole(on: ResourceType, authorities: Collection[int]) -> Condition:
    """A condition on grants: they give one of the authorities on a resource of one type as a whole."""
    return and_(Grant.res_type == int(on), Grant.name_prefix.is_(None), names_one_of(authorities))


def on(place: Key) -> Condition:
    """A condition on grants: they are on this place itself."""
    return and_(Grant.res_type == place[0], Grant.res_id == place[1])


def covering(name: str | None) -> Condition:
    """A condition on grants: they cover what has this name, or names that begin so, directly inside their place. None:
    the place itself is meant."""
    whole = Grant.name_prefix.is_(None)
    return whole if name is None else or_(whole, begins_with(literal(name), Grant.name_prefix))


def prefixed(on: ResourceType, authorities: Collection[int]) -> Condition:
    """A condition on grants: they give one of the authorities on names inside a resource of one type."""
    return and_(Grant.res_type == int(on), Grant.name_prefix.is_not(None), names_one_of(authorities))


def select_held(user_id: int, now: int, on: ResourceType, authorities: Collection[int]) -> Select[int]:
    """Ids of the resources of one type on which the user holds one of the authorities by a grant there."""
    return select(Grant.res_id).where(in_force_of(user_id, now), on_whole(on, authorities))

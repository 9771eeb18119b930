"""Conditions and queries for the places where a user holds authorities now, so that lists need no decision per row."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, Select, and_, false, or_, select

from app.grants.models import Grant, UserRole
from app.pulsar.names import ResourceType


def in_force_of(user_id: int, now: int) -> ColumnElement[bool]:
    """A condition on grants: they belong to a role of the user, and `now` (epoch ms) is inside their window."""
    return and_(Grant.role_id.in_(select(UserRole.role_id).where(UserRole.user_id == user_id)), in_force(now))


def in_force(now: int) -> ColumnElement[bool]:
    """A condition on grants: `now` (epoch ms) is inside their window."""
    return and_(
        or_(Grant.valid_from.is_(None), Grant.valid_from <= now),
        or_(Grant.valid_until.is_(None), Grant.valid_until > now),
    )


def select_held(user_id: int, now: int, on: ResourceType, authorities: Collection[int]) -> Select[int]:
    """Ids of the resources of one type on which the user holds one of the authorities by a grant there."""
    named = "," + Grant.authorities + ","
    any_of = or_(*(named.like(f"%,{number},%") for number in authorities)) if authorities else false()
    return select(Grant.res_id).where(in_force_of(user_id, now), Grant.res_type == int(on), any_of)

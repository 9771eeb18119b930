"""Which grants somebody may see: those it gave, those it or its sub-accounts have, those on what it administers."""

from collections.abc import Iterator

from sqlalchemy import ColumnElement, and_, false, or_, select
from sqlalchemy.orm import Session

from app.access.models import Grant, UserRole
from app.access.vocabulary import AUTHORITIES, Right
from app.brokers.records import on_cluster
from app.identity.models import User
from app.pulsar.names import ResourceType
from app.resources.models import Namespace, Tenant, Topic


def visible_to(session: Session, user: User, now: int) -> ColumnElement[bool]:
    """A condition on grants. Administrators of the center need none."""
    subs = select(User.id).where(or_(User.id == user.id, User.parent == user.id))
    own = Grant.role_id.in_(select(UserRole.role_id).where(UserRole.user_id.in_(subs)))
    if user.parent is not None:
        return own
    return or_(own, Grant.granted_by_id == user.id, *_administered(session, user, now))


def _administered(session: Session, user: User, now: int) -> Iterator[ColumnElement[bool]]:
    roles = select(UserRole.role_id).where(UserRole.user_id == user.id)
    for held in session.scalars(select(Grant).where(Grant.role_id.in_(roles))):
        if not _in_force(held, now):
            continue
        levels = [AUTHORITIES[number].level for number in held.authority_ids() if _administers(held, number)]
        if levels:
            lowest = ResourceType.CLUSTER if 0 in levels else ResourceType(min(levels) + 1)
            yield and_(Grant.res_type >= int(lowest), below(held.res_type, held.res_id))


def _administers(held: Grant, number: int) -> bool:
    authority = AUTHORITIES.get(number)
    placed = authority is not None and authority.may_be_held_on(ResourceType(held.res_type))
    return placed and authority is not None and authority.right == Right.ADMINISTER


def _in_force(held: Grant, now: int) -> bool:
    return (held.valid_from or 0) <= now and (held.valid_until is None or now < held.valid_until)


def below(res_type: int, res_id: int) -> ColumnElement[bool]:
    """A condition: the grant is on this resource or on one below it."""
    here = and_(Grant.res_type == res_type, Grant.res_id == res_id)
    if res_type == ResourceType.ROOT:
        return Grant.res_type >= 0
    if res_type == ResourceType.CLUSTER:
        return or_(here, *_of_tenants(select(Tenant.id).where(on_cluster(res_id))))
    if res_type == ResourceType.TENANT:
        return or_(*_of_tenants(select(Tenant.id).where(Tenant.id == res_id)))
    if res_type == ResourceType.NAMESPACE:
        topics = select(Topic.id).where(Topic.namespace == res_id)
        return or_(here, and_(Grant.res_type == int(ResourceType.TOPIC), Grant.res_id.in_(topics)))
    return here if res_type == ResourceType.TOPIC else false()


def _of_tenants(tenants: object) -> Iterator[ColumnElement[bool]]:
    yield and_(Grant.res_type == int(ResourceType.TENANT), Grant.res_id.in_(tenants))  # type: ignore[arg-type]
    for kind, model in ((ResourceType.NAMESPACE, Namespace), (ResourceType.TOPIC, Topic)):
        inner = select(model.id).where(model.tenant.in_(tenants))  # type: ignore[arg-type]
        yield and_(Grant.res_type == int(kind), Grant.res_id.in_(inner))

"""Which grants a user may see: those it gave, its own and its sub-accounts', and those on places it administers."""

from collections.abc import Iterator

from sqlalchemy import ColumnElement, Select, and_, exists, false, or_, select
from sqlalchemy.orm import Session

from app.access.vocabulary import AUTHORITIES, Authority, Right
from app.database import any_of
from app.grants import held_places
from app.grants.models import Grant, UserRole
from app.identity.models import User
from app.pulsar.names import ResourceType
from app.resources.models import Namespace, Tenant, Topic
from app.rights.records import on_cluster


def visible_to(session: Session, user: User, now: int) -> ColumnElement[bool]:
    """A condition on grants. Not needed for administrators of the center.

    It is a UNION, because no database uses its indexes when the same conditions are joined by OR.
    """
    accounts = any_of(*(select(User.id).where(one) for one in (User.id == user.id, User.parent == user.id)))
    own = Grant.role_id.in_(select(UserRole.role_id).where(UserRole.user_id.in_(accounts)))
    if user.parent is not None:
        return own
    conditions = (own, Grant.granted_by_id == user.id, *_administered(session, user, now))
    return Grant.id.in_(any_of(*(select(Grant.id).where(one) for one in conditions)))


def _administered(session: Session, user: User, now: int) -> Iterator[ColumnElement[bool]]:
    """One condition for each type of place that the user administers and each type of place on or below it."""
    held_on = set(session.scalars(select(Grant.res_type).where(held_places.in_force_of(user.id, now)).distinct()))
    for on in ResourceType:
        for kind in ResourceType if on in held_on else ():
            numbers = [a.id for a in AUTHORITIES.values() if _shows(a, on, kind)]
            if numbers and kind >= on:
                yield _below(session, on, held_places.select_held(user.id, now, on, numbers), kind)


def _shows(authority: Authority, on: ResourceType, kind: ResourceType) -> bool:
    """True when the authority, held on a place of type `on`, means administering places of type `kind`."""
    administers = authority.right == Right.ADMINISTER and authority.may_be_held_on(on)
    return administers and kind >= max(ResourceType.CLUSTER, authority.level + 1)


def _below(session: Session, on: ResourceType, places: Select[int], kind: ResourceType) -> ColumnElement[bool]:
    """A condition: the grant is on a resource of type `kind` that is one of the places, or below one."""
    of_kind = Grant.res_type == int(kind)
    if on == ResourceType.ROOT:
        return and_(of_kind, exists(places))
    if on == kind:
        return and_(of_kind, Grant.res_id.in_(places))
    if on == ResourceType.CLUSTER:
        places = select(Tenant.id).where(or_(false(), *map(on_cluster, session.scalars(places))))
    if kind == ResourceType.TENANT:
        return and_(of_kind, Grant.res_id.in_(places))
    model = Namespace if kind == ResourceType.NAMESPACE else Topic
    above = Topic.namespace if on == ResourceType.NAMESPACE else model.tenant
    return and_(of_kind, Grant.res_id.in_(select(model.id).where(above.in_(places))))


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

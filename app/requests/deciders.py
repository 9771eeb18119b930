"""Who may decide about a request: those who administer the resource, or first the main account of a sub-account."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, Select, and_, false, or_, select, true
from sqlalchemy.orm import Session

from app.access.vocabulary import AUTHORITIES, Right
from app.grants.models import Grant, UserRole
from app.grants.places import Place
from app.identity.models import User
from app.pulsar.names import ResourceType
from app.requests.asking import OPEN, WITH_MAIN
from app.requests.models import AccessRequest
from app.resources.models import Cluster, Namespace, Tenant, Topic
from app.resources.placement import lives_on

_MODELS: dict[ResourceType, type[Cluster] | type[Tenant] | type[Namespace] | type[Topic]] = {
    ResourceType.CLUSTER: Cluster,
    ResourceType.TENANT: Tenant,
    ResourceType.NAMESPACE: Namespace,
    ResourceType.TOPIC: Topic,
}
_MOST = 50
"""People that are told of one request at most."""
Condition = ColumnElement[bool]


def to_decide(session: Session, user: User, now: int) -> Condition:
    """A condition on requests: those that wait for the user's decision.

    Requests of its own main account are left out, except those that its sub-accounts direct to it. On a tenant of
    several clusters, administering one of these is enough to see the request.
    """
    alive = AccessRequest.expires > now
    asked = and_(alive, AccessRequest.state == WITH_MAIN, AccessRequest.main_id == user.id)
    open_ones = and_(alive, AccessRequest.state == OPEN, AccessRequest.main_id != (user.parent or user.id))
    return or_(asked, and_(open_ones, administers(session, user, now)))


def administers(session: Session, user: User, now: int) -> Condition:
    """A condition on requests: the resource exists and the user administers it."""
    if user.parent is not None:
        return false()
    roles = select(UserRole.role_id).where(UserRole.user_id == user.id)
    held = and_(Grant.role_id.in_(roles), _in_force(now))
    return or_(*(_of_type(session, held, kind) for kind in _MODELS))


def find_told(session: Session, place: Place, main_id: int, now: int) -> list[int]:
    """Ids of the main accounts that hold administer on the place or above it, except `main_id`; at most 50."""
    keys = [place.key, *place.above]
    here = or_(*(and_(Grant.res_type == kind, Grant.res_id == number) for kind, number in keys))
    found = (
        select(UserRole.user_id)
        .join(Grant, Grant.role_id == UserRole.role_id)
        .join(User, User.id == UserRole.user_id)
        .where(here, _in_force(now), _any_of(_administer(ResourceType(place.key[0]))))
        .where(User.parent.is_(None), User.status == "active", User.id != main_id)
        .distinct()
        .order_by(UserRole.user_id)
        .limit(_MOST)
    )
    return list(session.scalars(found))


def _of_type(session: Session, held: Condition, kind: ResourceType) -> Condition:
    """Requests about existing resources of one type that the user administers, directly or by a place above."""
    numbers = _administer(kind)
    here: Condition = true()
    if session.scalars(_ids(held, ResourceType.ROOT, numbers).limit(1)).first() is None:
        here = or_(
            false(), *(_reaches(session, held, kind, above, numbers) for above in ResourceType if 0 < above <= kind)
        )
    model = _MODELS[kind]
    return and_(AccessRequest.res_type == int(kind), AccessRequest.res_id.in_(select(model.id).where(here)))


def _reaches(
    session: Session, held: Condition, kind: ResourceType, above: ResourceType, numbers: Collection[int]
) -> Condition:
    ids = _ids(held, above, numbers)
    if kind == above:
        return _MODELS[kind].id.in_(ids)
    if above == ResourceType.CLUSTER:
        tenants = or_(false(), *(lives_on(number) for number in session.scalars(ids.distinct())))
        if kind == ResourceType.TENANT:
            return tenants
        ids = select(Tenant.id).where(tenants)
        above = ResourceType.TENANT
    if kind == ResourceType.NAMESPACE:
        return Namespace.tenant.in_(ids)
    return Topic.tenant.in_(ids) if above == ResourceType.TENANT else Topic.namespace.in_(ids)


def _ids(held: Condition, on: ResourceType, numbers: Collection[int]) -> Select[int]:
    placed = [number for number in numbers if AUTHORITIES[number].may_be_held_on(on)]
    return select(Grant.res_id).where(held, Grant.res_type == int(on), _any_of(placed))


def _administer(kind: ResourceType) -> list[int]:
    """The authorities that, held on or above a resource of this type, allow deciding about its grants."""
    return [a.id for a in AUTHORITIES.values() if a.right == Right.ADMINISTER and a.level <= kind.level]


def _any_of(numbers: Collection[int]) -> Condition:
    named = "," + Grant.authorities + ","
    return or_(false(), *(named.like(f"%,{number},%") for number in numbers))


def _in_force(now: int) -> Condition:
    return and_(
        or_(Grant.valid_from.is_(None), Grant.valid_from <= now),
        or_(Grant.valid_until.is_(None), Grant.valid_until > now),
    )

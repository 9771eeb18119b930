"""Who may decide about a request: those who administer the resource, or first the main account of a sub-account."""

from collections.abc import Iterator

from sqlalchemy import ColumnElement, Select, and_, exists, false, or_, select, true
from sqlalchemy.orm import Session

from app.access.limits import Limits, name_below
from app.access.names import ResourceName, ResourceType
from app.access.read_permission import DECIDING, giving_on
from app.access.vocabulary import Right
from app.grants import held_places
from app.grants.models import Grant, UserRole
from app.grants.places import Place
from app.identity.models import User
from app.platform.database import any_of
from app.platform.searching import begins_with
from app.resources.models import MODELS, Cluster, Namespace, Tenant, Topic
from app.resources.placement import directly_inside, lives_on
from app.rights.requests.access_requests import OPEN, WITH_MAIN
from app.rights.requests.models import AccessRequest, Verdict
from app.rights.visible_grants import by_a_right_of_both

_LIMITED = (ResourceType.TENANT, ResourceType.NAMESPACE)
_MOST = 50
"""People that are told of one request at most."""
Condition = ColumnElement[bool]


def to_decide(session: Session, user: User, now: int) -> Condition:
    """A condition on requests: those that wait for the user's decision.

    Requests of its own main account are left out, except those that its sub-accounts direct to it. On a tenant of
    several clusters, administering one of these is enough to see the request.
    """
    alive = AccessRequest.expires > now
    to_main = and_(alive, AccessRequest.state == WITH_MAIN, AccessRequest.main_id == user.id)
    open_ones = and_(alive, AccessRequest.state == OPEN, AccessRequest.main_id != (user.parent or user.id))
    return or_(to_main, and_(open_ones, administers(session, user, now)))


def decided_by(user_id: int) -> Condition:
    """A condition on requests: the user has answered it."""
    return AccessRequest.id.in_(select(Verdict.request_id).where(Verdict.decider_id == user_id))


def administers(session: Session, user: User, now: int) -> Condition:
    """A condition on requests: the resource exists and the user administers it, or for a request that is limited to
    names inside it, these."""
    if user.parent is not None:
        return false()
    return _concerning(_HeldRights(session, user.id, now, DECIDING))


def _concerning(held_rights: "_HeldRights") -> Condition:
    return or_(
        and_(AccessRequest.name_prefix.is_(None), or_(*map(held_rights.of_type, map(ResourceType, MODELS)))),
        and_(AccessRequest.name_prefix.is_not(None), or_(*map(held_rights.names_in, _LIMITED))),
    )


def reads(session: Session, user: User, now: int) -> Condition:
    """A condition on requests: the user administers or audits the resource, or the names that the request is limited
    to."""
    return by_a_right_of_both(user, lambda user_id, rights: _concerning(_HeldRights(session, user_id, now, rights)))


def find_deciders(session: Session, place: Place, main_id: int, now: int, limits: Limits | None = None) -> list[int]:
    """Ids of the main accounts that hold administer on the place or above it, or on the names inside it that the
    request is limited to, except `main_id`; at most 50."""
    name, prefix = ResourceName.of(place.key[0], place.name), limits.prefix if limits else None
    covered = {key[0]: name_below(key[0], name) for key in place.above} | {place.key[0]: prefix}
    here = or_(
        *(
            and_(Grant.res_type == kind, Grant.res_id == res_id, held_places.covering(covered[kind]))
            for kind, res_id in [place.key, *place.above]
        )
    )
    administer = giving_on(ResourceType.ROOT, DECIDING, ResourceType(place.key[0] + (prefix is not None)))
    found = (
        select(UserRole.user_id)
        .join(Grant, Grant.role_id == UserRole.role_id)
        .join(User, User.id == UserRole.user_id)
        .where(here, held_places.in_force(now), held_places.names_one_of(administer))
        .where(User.parent.is_(None), User.status == "active", User.id != main_id)
        .distinct()
        .order_by(UserRole.user_id)
        .limit(_MOST)
    )
    return list(session.scalars(found))


class _HeldRights:
    """Where one user holds one of the rights, as conditions on requests about existing resources."""

    def __init__(self, session: Session, user_id: int, now: int, rights: frozenset[Right]) -> None:
        self._held, self._rights = held_places.in_force_of(session, user_id, now), rights
        query = select(Grant.res_id, Grant.authorities).where(self._held, Grant.res_type <= int(ResourceType.CLUSTER))
        self._high = [(number, set(map(int, text.split(",")))) for number, text in session.execute(query) if text]
        """Root (0) or cluster → authorities."""

    def of_type(self, kind: ResourceType, inner: ResourceType | None = None) -> Condition:
        """Requests about a type of resource on which, or above which, one of the rights is held: over the resource, or
        over everything of the type `inner` in it."""
        model = MODELS[kind]
        held_places_of_type = select(model.id).where(or_(false(), *self._held_conditions(kind, inner or kind)))
        return and_(AccessRequest.res_type == int(kind), AccessRequest.res_id.in_(held_places_of_type))

    def names_in(self, kind: ResourceType) -> Condition:
        """Requests limited to names inside resources of one type: all names there are administered, or some that the
        wanted ones begin with."""
        inner = ResourceType(kind + 1)
        own_grants = held_places.prefixed(kind, giving_on(kind, self._rights, inner))
        same_place = and_(Grant.res_type == AccessRequest.res_type, Grant.res_id == AccessRequest.res_id)
        begins_inside = begins_with(AccessRequest.name_prefix, Grant.name_prefix)
        prefixed = exists().where(self._held, own_grants, same_place, begins_inside)
        return or_(self.of_type(kind, inner), and_(AccessRequest.res_type == int(kind), prefixed))

    def _held_conditions(self, kind: ResourceType, inner: ResourceType) -> Iterator[Condition]:
        numbers = giving_on(ResourceType.CLUSTER, self._rights, inner)
        high = {place for place, held in self._high if held & numbers}
        if 0 in high:
            yield true()
        elif kind == ResourceType.CLUSTER:
            yield Cluster.id.in_(high)
        else:
            tenants = [Tenant.id.in_(self._on(ResourceType.TENANT, inner)), *map(lives_on, sorted(high))]
            yield from _below_tenants(kind, select(Tenant.id).where(or_(*tenants)))
            yield from self._namespaces_and_topics(kind, inner)

    def _namespaces_and_topics(self, kind: ResourceType, inner: ResourceType) -> Iterator[Condition]:
        if kind == ResourceType.TENANT:
            return
        namespaces = any_of(self._on(ResourceType.NAMESPACE, inner), self._inside(ResourceType.NAMESPACE, inner))
        if kind == ResourceType.NAMESPACE:
            yield Namespace.id.in_(namespaces)
            return
        yield Topic.namespace.in_(namespaces)
        yield Topic.id.in_(any_of(self._on(kind, inner), self._inside(kind, inner)))

    def _on(self, place_type: ResourceType, inner: ResourceType) -> Select[int]:
        return held_places.select_held(self._held, place_type, giving_on(place_type, self._rights, inner))

    def _inside(self, kind: ResourceType, inner: ResourceType) -> Select[int]:
        above = ResourceType(kind - 1)
        numbers = giving_on(above, self._rights, inner)
        return directly_inside(kind, and_(self._held, held_places.prefixed(above, numbers)))


def _below_tenants(kind: ResourceType, tenants: Select[int]) -> Iterator[Condition]:
    if kind == ResourceType.TENANT:
        yield Tenant.id.in_(tenants)
    else:
        yield (Namespace.tenant if kind == ResourceType.NAMESPACE else Topic.tenant).in_(tenants)

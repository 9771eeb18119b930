"""Which grants a user may see: those it gave, its own and its sub-accounts', and those on places it administers or
audits."""

from collections.abc import Callable, Collection, Iterator
from itertools import product

from sqlalchemy import ColumnElement, Select, and_, exists, false, or_, select, true
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.access.read_permission import DECIDING, READING, giving_on
from app.access.vocabulary import Right
from app.grants import held_places
from app.grants.models import Grant, UserRole
from app.identity.models import User
from app.platform.database import any_of
from app.platform.searching import begins_with
from app.resources.models import Namespace, Tenant, Topic
from app.resources.placement import directly_inside, lives_on

Rights = frozenset[Right]


def readable_by(session: Session, user: User, now: int) -> ColumnElement[bool]:
    """A condition: grants that the user may read about. Routes that change something ask for `visible_to`."""
    if user.parent is None:
        return _of_main_account(session, user, now, READING)
    return or_(visible_to(session, user, now), on_read_places(session, user, now))


def visible_to(session: Session, user: User, now: int) -> ColumnElement[bool]:
    """A condition: grants that the user gave, has, or may decide about. Not needed for administrators of the center."""
    return _of_main_account(session, user, now, DECIDING)


def on_read_places(session: Session, user: User, now: int) -> ColumnElement[bool]:
    """A condition: grants on places that the user administers or audits, whoever has or gave them."""
    return by_a_right_of_both(user, lambda number, rights: _on_places(session, number, now, rights))


def reads_about_role(session: Session, user: User, role_id: int, now: int) -> bool:
    """True when the role has a grant that has not ended on a place that the user administers or audits."""
    lasting = or_(Grant.valid_until.is_(None), Grant.valid_until > now)
    query = select(Grant.id).where(Grant.role_id == role_id, lasting, on_read_places(session, user, now))
    return session.scalars(query).first() is not None


def by_a_right_of_both(user: User, condition_of: Callable[[int, Rights], ColumnElement[bool]]) -> ColumnElement[bool]:
    """A condition on what the user administers or audits; a sub-account by a right that its main account has there,
    too. `condition_of`: the condition on what one account has by one of some rights."""
    if user.parent is None:
        return condition_of(user.id, READING)
    return or_(
        *(
            and_(condition_of(user.id, Rights((right,))), condition_of(user.parent, Rights((right,))))
            for right in READING
        )
    )


def holds_somewhere(session: Session, user_id: int, now: int, rights: Rights) -> bool:
    """True when the user holds one of the rights on any place: to administer it, to audit it."""
    numbers = {number for on, kind in product(ResourceType, ResourceType) for number in giving_on(on, rights, kind)}
    condition = and_(held_places.in_force_of(session, user_id, now), held_places.names_one_of(sorted(numbers)))
    return session.scalars(select(Grant.id).where(condition).limit(1)).first() is not None


def _on_places(session: Session, user_id: int, now: int, rights: Rights) -> ColumnElement[bool]:
    found = [select(Grant.id).where(condition) for condition in _held_conditions(session, user_id, now, rights)]
    return Grant.id.in_(any_of(*found)) if found else false()


def _of_main_account(session: Session, user: User, now: int, rights: Rights) -> ColumnElement[bool]:
    """It is a UNION, because no database uses its indexes when the same conditions are joined by OR."""
    accounts = any_of(*(select(User.id).where(condition) for condition in (User.id == user.id, User.parent == user.id)))
    own = Grant.role_id.in_(select(UserRole.role_id).where(UserRole.user_id.in_(accounts)))
    if user.parent is not None:
        return own
    conditions = (own, Grant.granted_by_id == user.id, *_held_conditions(session, user.id, now, rights))
    return Grant.id.in_(any_of(*(select(Grant.id).where(condition) for condition in conditions)))


def _held_conditions(session: Session, user_id: int, now: int, rights: Rights) -> Iterator[ColumnElement[bool]]:
    """One condition for each type of place on which the user holds one of the rights and each type on or below it."""
    own_grants = held_places.in_force_of(session, user_id, now)
    held_on = set(session.scalars(select(Grant.res_type).where(own_grants).distinct()))
    for on, kind in product(ResourceType, ResourceType):
        if on in held_on and kind >= on:
            for numbers, of_these in _readable_grants(on, kind, rights):
                yield and_(of_these, _below(session, on, held_places.select_held(own_grants, on, numbers), kind))
                yield from (and_(of_these, condition) for condition in _in_prefixes(own_grants, on, kind, numbers))


def _readable_grants(
    place_type: ResourceType, kind: ResourceType, rights: Rights
) -> Iterator[tuple[Collection[int], ColumnElement[bool]]]:
    """Authorities that, held on a place of type `place_type`, mean administering grants on places of type `kind`, and
    which grants: for those that are limited to names inside a place, administering these is enough."""
    yield giving_on(place_type, rights, kind), true()
    if kind in (ResourceType.TENANT, ResourceType.NAMESPACE):
        yield giving_on(place_type, rights, ResourceType(kind + 1)), Grant.name_prefix.is_not(None)


def _in_prefixes(
    own_grants: ColumnElement[bool], place_type: ResourceType, kind: ResourceType, numbers: Collection[int]
) -> Iterator[ColumnElement[bool]]:
    """Grants on places inside the prefixes on places of type `place_type` for which the user holds one of the
    authorities, and grants there that are limited to names inside these prefixes."""
    if place_type not in (ResourceType.TENANT, ResourceType.NAMESPACE):
        return
    prefixed_grants = and_(own_grants, held_places.prefixed(place_type, numbers))
    if kind == place_type:
        prefixes = select(Grant.res_id, Grant.name_prefix).where(prefixed_grants).subquery()
        inside = and_(Grant.res_type == int(kind), begins_with(Grant.name_prefix, prefixes.c.name_prefix))
        yield Grant.id.in_(select(Grant.id).join(prefixes, Grant.res_id == prefixes.c.res_id).where(inside))
        return
    places = directly_inside(ResourceType(place_type + 1), prefixed_grants)
    if kind == place_type + 2:
        places = select(Topic.id).where(Topic.namespace.in_(places))
    yield and_(Grant.res_type == int(kind), Grant.res_id.in_(places))


def _below(session: Session, place_type: ResourceType, places: Select[int], kind: ResourceType) -> ColumnElement[bool]:
    """A condition: the grant is on a resource of type `kind` that is one of the places, or below one."""
    of_kind = Grant.res_type == int(kind)
    if place_type == ResourceType.ROOT:
        return and_(of_kind, exists(places))
    if place_type == kind:
        return and_(of_kind, Grant.res_id.in_(places))
    if place_type == ResourceType.CLUSTER:
        places = select(Tenant.id).where(or_(false(), *map(lives_on, session.scalars(places))))
    if kind == ResourceType.TENANT:
        return and_(of_kind, Grant.res_id.in_(places))
    model = Namespace if kind == ResourceType.NAMESPACE else Topic
    above = Topic.namespace if place_type == ResourceType.NAMESPACE else model.tenant
    return and_(of_kind, Grant.res_id.in_(select(model.id).where(above.in_(places))))


def below(res_type: int, res_id: int) -> ColumnElement[bool]:
    """A condition: the grant is on this resource or on one below it."""
    on_place = and_(Grant.res_type == res_type, Grant.res_id == res_id)
    if res_type == ResourceType.ROOT:
        return Grant.res_type >= 0
    if res_type == ResourceType.CLUSTER:
        return or_(on_place, *_of_tenants(select(Tenant.id).where(lives_on(res_id))))
    if res_type == ResourceType.TENANT:
        return or_(*_of_tenants(select(Tenant.id).where(Tenant.id == res_id)))
    if res_type == ResourceType.NAMESPACE:
        topics = select(Topic.id).where(Topic.namespace == res_id)
        return or_(on_place, and_(Grant.res_type == int(ResourceType.TOPIC), Grant.res_id.in_(topics)))
    return on_place if res_type == ResourceType.TOPIC else false()


def _of_tenants(tenants: object) -> Iterator[ColumnElement[bool]]:
    yield and_(Grant.res_type == int(ResourceType.TENANT), Grant.res_id.in_(tenants))  # type: ignore[arg-type]
    for kind, model in ((ResourceType.NAMESPACE, Namespace), (ResourceType.TOPIC, Topic)):
        inner = select(model.id).where(model.tenant.in_(tenants))  # type: ignore[arg-type]
        yield and_(Grant.res_type == int(kind), Grant.res_id.in_(inner))

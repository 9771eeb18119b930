"""Reads the state of the center with a fixed number of statements (more only when many users are named)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, or_, select, true
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from app.access.names import ROOT_NAME, ResourceType
from app.audit.trail import trail
from app.desired_state.engine.entitlements import Entitlement, StoredEntitlement, ValidityPeriod
from app.desired_state.engine.state import (
    CenterState,
    GroupState,
    Place,
    Receiver,
    ResourceState,
    RightsSlot,
    RoleState,
    UserState,
)
from app.grants.models import Grant, Role, UserRole
from app.grants.networks import lists
from app.identity.models import ServiceGroup, User
from app.platform.database import slices
from app.platform.errors import NotFound
from app.resources import cluster_users
from app.resources.models import Cluster, Namespace, Tenant, Topic
from app.rights import ruled_namespaces

_Places = Mapping[tuple[int, int], Place]
_AT_A_TIME = 5_000
_FIELDS = {field.name for field in fields(ResourceState)}


def read(
    session: Session, scope: str | None = None, receivers: Collection[Receiver] = (), *, grants: bool = True
) -> CenterState:
    """The whole state; with `scope` only this tenant with what is below it, the grants there, and their receivers and
    those in `receivers`. `grants=False`: skip them; they are the largest part.

    Raises NotFound when there is no such tenant.
    """
    names = _cluster_names(session)
    internal_users = _internal_users(names.values())
    tenant_condition = true() if scope is None else Tenant.name == scope
    resources = dict(read_resources(session, tenant_condition, None if scope is None else {scope}, names))
    if scope is not None and (ResourceType.TENANT, scope) not in resources:
        raise NotFound("There is no such tenant.")
    places = {(int(place[0]), row.id): place for place, row in resources.items() if not row.deleting}
    if scope is None:
        places |= _above_tenants(names)
    found_grants = _grants(session, scope, places, internal_users) if grants else {}
    # None: all of them.
    receivers_to_read = None if scope is None else {slot.receiver for slot in found_grants} | set(receivers)
    return CenterState(
        revision=trail.current_revision(session),
        scope=scope,
        clusters=_visible_clusters(names, scope, resources),
        groups=_groups(session) if scope is None else {},
        users=_users(session, receivers_to_read),
        roles=_roles(session, receivers_to_read, internal_users),
        resources=resources,
        grants=found_grants,
        internal_users=internal_users,
        network_lists=lists.names(session),
        needed_by_clusters=_used_by_clusters(session) if scope is None else frozenset(),
    )


def read_resources(
    session: Session,
    where: ColumnElement[bool],
    tenants: Collection[str] | None = None,
    clusters: Mapping[int, str] | None = None,
) -> Iterator[tuple[Place, ResourceState]]:
    """The tenants that meet a condition with what is below them, parents first. `tenants`: their names, `clusters`: the
    names of all, where they are known. One at a time, as a center may have 200,000 topics."""
    clusters = clusters or _cluster_names(session)
    tenant_names, namespace_names = dict[int, str](), dict[int, str]()
    for tenant in session.execute(select(Tenant.__table__).where(where).order_by(Tenant.id)):
        tenant_names[tenant.id] = tenant.name
        numbers = [int(number) for number in tenant.clusters.split(",") if number]
        cluster_names = tuple(sorted(clusters[number] for number in numbers if number in clusters))
        yield (ResourceType.TENANT, tenant.name), _resource(tenant, clusters=cluster_names)
    below = select(Tenant.id).where(where)
    permissions = {rules.namespace: rules.users for rules, _ in ruled_namespaces.read(session, where, tenants)}
    for row in session.execute(select(Namespace.__table__).where(Namespace.tenant.in_(below)).order_by(Namespace.id)):
        name = namespace_names[row.id] = f"{tenant_names[row.tenant]}/{row.name}"
        yield (ResourceType.NAMESPACE, name), _resource(row, subscription_permissions=permissions.get(name, {}))
    topics = select(Topic.__table__).where(Topic.tenant.in_(below)).order_by(Topic.id)
    for row in session.execute(topics, execution_options={"yield_per": _AT_A_TIME}):
        yield (ResourceType.TOPIC, f"{row.domain}://{namespace_names[row.namespace]}/{row.name}"), _resource(row)


def _resource(row: Any, **values: Any) -> ResourceState:
    """The state of a row. Fields named like a column are filled from it."""
    columns = {name: value for name, value in row._mapping.items() if name in _FIELDS}
    own = {"valid": row.is_valid == 1, "deleting": bool(row.deleting)}
    return ResourceState(**{**columns, **own, **values})


def _cluster_names(session: Session) -> dict[int, str]:
    return {row.id: row.name for row in session.execute(select(Cluster.id, Cluster.name).order_by(Cluster.name))}


def _internal_users(clusters: Iterable[str]) -> frozenset[str]:
    """The users that are created with each cluster; files may not name them."""
    functions = (cluster_users.center_username, cluster_users.broker_username)
    return frozenset(username_of(cluster) for cluster in clusters for username_of in functions)


def _above_tenants(clusters: Mapping[int, str]) -> dict[tuple[int, int], Place]:
    root: dict[tuple[int, int], Place] = {(ResourceType.ROOT, 0): (ResourceType.ROOT, ROOT_NAME)}
    return root | {(ResourceType.CLUSTER, number): (ResourceType.CLUSTER, name) for number, name in clusters.items()}


def _visible_clusters(
    names: Mapping[int, str], scope: str | None, resources: Mapping[Place, ResourceState]
) -> dict[str, int]:
    """With a scope only the tenant's clusters: its administrators may not see the others."""
    visible = set(names.values()) if scope is None else set(resources[ResourceType.TENANT, scope].clusters)
    return {cluster: cluster_id for cluster_id, cluster in names.items() if cluster in visible}


def _grants(
    session: Session, scope: str | None, places: _Places, internal_users: frozenset[str]
) -> dict[RightsSlot, tuple[StoredEntitlement, ...]]:
    query = select(Grant.__table__, Role.role_name, Role.personal_of).join(Role, Role.id == Grant.role_id)
    if scope is not None:
        query = query.where(_on_tenant(scope))
    rows_by_slot: dict[RightsSlot, list[StoredEntitlement]] = defaultdict(list)
    for row in session.execute(query.order_by(Grant.id)):
        place = places.get((row.res_type, row.res_id))
        receiver = ("role" if row.personal_of is None else "user", row.role_name)
        if place is None or (receiver[0] == "user" and receiver[1] in internal_users):
            continue
        numbers = (int(authority) for authority in row.authorities.split(",") if authority)
        slot = RightsSlot(place, receiver, row.name_prefix or "", row.subscriptions or (), row.networks or ())
        window = ValidityPeriod(row.valid_from, row.valid_until)
        rows_by_slot[slot].append(StoredEntitlement(row.id, window, Entitlement.of(row, numbers)))
    return {slot: tuple(rows) for slot, rows in rows_by_slot.items()}


def _on_tenant(scope: str) -> ColumnElement[bool]:
    tenant = select(Tenant.id).where(Tenant.name == scope)
    below = (
        (ResourceType.TENANT, tenant),
        (ResourceType.NAMESPACE, select(Namespace.id).where(Namespace.tenant.in_(tenant))),
        (ResourceType.TOPIC, select(Topic.id).where(Topic.tenant.in_(tenant))),
    )
    return or_(*(and_(Grant.res_type == int(kind), Grant.res_id.in_(ids)) for kind, ids in below))


def _groups(session: Session) -> dict[str, GroupState]:
    return {row.group_name: GroupState(row.remark) for row in session.execute(select(ServiceGroup.__table__))}


def _users(session: Session, receivers: set[Receiver] | None) -> dict[str, UserState]:
    main = aliased(User)
    query = (
        select(
            User.username, User.kind, User.nick, ServiceGroup.group_name, main.username.label("main"),
            User.status, User.remark, User.networks, Role.id.label("role"),
        )
        .join(Role, Role.personal_of == User.id, isouter=True)
        .join(ServiceGroup, ServiceGroup.id == User.service_group, isouter=True)
        .join(main, main.id == User.parent, isouter=True)
    )  # fmt: skip
    users: dict[str, UserState] = {}
    for part in _in_slices(query, User.username, receivers, "user"):
        for row in session.execute(part):
            group = row.group_name if receivers is None else None
            users[row.username] = UserState(
                row.kind, row.nick, group, row.main, row.status, row.remark, row.networks, row.role or 0
            )
    return users


def _roles(session: Session, receivers: set[Receiver] | None, internal_users: frozenset[str]) -> dict[str, RoleState]:
    query = select(Role.id, Role.role_name, Role.remark).where(Role.personal_of.is_(None))
    rows = [row for part in _in_slices(query, Role.role_name, receivers, "role") for row in session.execute(part)]
    members: dict[int, set[str]] = defaultdict(set)
    if receivers is None:
        inside = (
            select(UserRole.role_id, User.username)
            .join(User, User.id == UserRole.user_id)
            .join(Role, Role.id == UserRole.role_id)
            .where(Role.personal_of.is_(None))
        )
        for role_id, username in session.execute(inside):
            if username not in internal_users:
                members[role_id].add(username)
    return {row.role_name: RoleState(row.id, row.remark, frozenset(members[row.id])) for row in rows}


def _used_by_clusters(session: Session) -> frozenset[str]:
    return frozenset(session.scalars(select(User.username).join(Cluster, Cluster.admin_user == User.id)))


def _in_slices(
    query: Select[*tuple[object, ...]], column: InstrumentedAttribute[str], receivers: set[Receiver] | None, kind: str
) -> Iterator[Select[*tuple[object, ...]]]:
    if receivers is None:
        yield query
        return
    # Texts that cannot be names are left out: some databases refuse to compare them.
    for part in slices(name for which, name in receivers if which == kind and name.isprintable()):
        yield query.where(column.in_(part))

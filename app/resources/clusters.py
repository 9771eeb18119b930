"""Pulsar clusters and how to reach them. Each has two service users: one for the center, one for its brokers."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Select, false, or_, select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.access.vocabulary import SUPER_USER
from app.audit.trail import contents, trail
from app.grants import dependents, grants, roles
from app.identity.accounts import lifecycle
from app.identity.models import User
from app.platform.clock import later_than, now_ms
from app.platform.errors import Conflict, InvalidInput, existing
from app.resources import cluster_tls, cluster_users, deletion, ownership, placement, resource_rows
from app.resources.models import Cluster, Tenant
from app.resources.pulsar.addresses import AddressNotAllowedError, admin_base, service_refusal

KIND = ResourceType.CLUSTER
_LONGEST = 128 - len("center.")
_UNCHECKED = {"remark", "consume_manages_subscriptions", "adopts_creations", "unknown_roles_become_users"}


def find(session: Session, cluster_id: int) -> Cluster:
    """A cluster by its id. Raises NotFound."""
    return existing(session.get(Cluster, cluster_id), "There is no such cluster.")


def by_name() -> Select[Cluster]:
    """All clusters, by name."""
    return select(Cluster).order_by(Cluster.name)


def ids_of(session: Session, names: Collection[str]) -> dict[str, int]:
    """Name → id of the clusters with these names."""
    return dict(session.execute(select(Cluster.name, Cluster.id).where(Cluster.name.in_(names))).all())


def create(
    session: Session,
    actor: str,
    user_id: int | None,
    name: str,
    address: str,
    admin_url: str,
    allowed_hosts: Collection[str],
    *,
    admin_user_id: int | None = None,
    remark: str | None = None,
) -> Cluster:
    """Create a cluster with its service users, who hold authority 4 on it. Raises InvalidInput, Conflict `exists`.

    `user_id`: who owns it; None: nobody. `name`: the cluster's own name. `allowed_hosts`: hosts the center may call.
    """
    _check_name(name)
    if ids_of(session, [name]):
        raise Conflict(f"There is a cluster called {name} already.", code="exists")
    now = now_ms()
    cluster = Cluster(
        name=name,
        address=_checked_address(address),
        admin_url=checked_admin_url(admin_url, allowed_hosts),
        admin_user=_checked_admin_user(session, admin_user_id),
        remark=remark,
        add_time=now,
        update_time=now,
    )
    session.add(cluster)
    session.flush()
    serving = _add_service_users(session, actor, cluster)
    trail.record(session, actor, "cluster.create", name, after=contents.row(cluster), cluster=cluster.id)
    grants.grant_ownership(session, actor, ownership.owner_roles(session, user_id), int(KIND), [cluster.id])
    for user in serving:
        role = roles.personal_role_of(session, user.id)
        grants.grant(session, actor, role.id, int(KIND), cluster.id, [SUPER_USER])
    return cluster


def change(session: Session, actor: str, cluster: Cluster, allowed_hosts: Collection[str], **values: Any) -> Cluster:
    """Change `address`, `admin_url`, `admin_user_id`, `remark`, `consume_manages_subscriptions` (None: nobody chose),
    `adopts_creations`, `unknown_roles_become_users`. The name cannot change: it is in the brokers' settings."""
    before = contents.row(cluster)
    if "address" in values:
        cluster.address = _checked_address(values["address"])
    if "admin_url" in values:
        cluster.admin_url = checked_admin_url(values["admin_url"], allowed_hosts)
        if cluster.admin_url != before["admin_url"]:
            cluster_tls.drop_certificate(session, actor, cluster)
    if "admin_user_id" in values:
        cluster.admin_user = _checked_admin_user(session, values["admin_user_id"])
    for name in values.keys() & _UNCHECKED:
        setattr(cluster, name, values[name])
    cluster.update_time = later_than(cluster.update_time, now_ms())
    session.flush()
    after = contents.row(cluster)
    trail.record(session, actor, "cluster.update", cluster.name, before=before, after=after, cluster=cluster.id)
    return cluster


def check_removal(session: Session, cluster: Cluster, *, confirm: str | None, cascade: bool, user_id: int) -> None:
    """Raises InvalidInput `confirmation_needed`; Conflict `has_children` for tenants, and for grants without `cascade`.

    Grants of the user `user_id` and of the cluster's service users do not count.
    """
    if confirm != cluster.name:
        message = f"Deleting cannot be undone: repeat the name, confirm={cluster.name}"
        raise InvalidInput(message, code="confirmation_needed", field="confirm")
    living = select(Tenant).where(placement.lives_on(cluster.id))
    if cluster.gone:
        # Tenants that also live elsewhere leave it (`cluster_abandonment.remove_from_tenants`).
        living = living.where(Tenant.clusters == str(cluster.id))
    service = [user.id for user in service_users(session, cluster)]
    tenants = dependents.dependents(
        session, "children", living, Tenant.id, lambda row: {"type": "tenant", "id": row.id, "full_name": row.name}
    )
    listed = deletion.grants_on(session, KIND, cluster.id, [user_id, *service])
    if tenants["children_total"] or (listed["grants_total"] and not cascade):
        raise Conflict(
            f"{tenants['children_total']} tenants live on {cluster.name} (delete them first), {listed['grants_total']} "
            "grants of others are on it (they go with it with cascade=true).",
            code="has_children",
            **tenants,
            **listed,
        )
    dependents.refuse_too_much(cluster.name, listed["grants_total"])


def remove(session: Session, actor: str, cluster: Cluster) -> None:
    """Delete a cluster and its grants after `check_removal`. Its credentials and registrations were deleted before."""
    with trail.together(session):
        grants.revoke_all_on(session, actor, int(KIND), cluster.id)
        before = contents.row(cluster)
        cluster_tls.forget(session, cluster.id)
        session.delete(cluster)
        session.flush()
        trail.record(session, actor, "cluster.delete", cluster.name, before=before, cluster=cluster.id)


def service_users(session: Session, cluster: Cluster) -> list[User]:
    """The users that were created with the cluster and are deleted with it."""
    names = cluster_users.center_username(cluster.name), cluster_users.broker_username(cluster.name)
    return list(session.scalars(select(User).where(User.username.in_(names)).order_by(User.id)))


def refuse_needed(session: Session, user: User) -> None:
    """Raises Conflict `needed_by_cluster` with the clusters that need this user."""
    kind, _, name = user.username.partition(".")
    named = Cluster.name == name
    by_name = {"broker": named, "center": named & Cluster.admin_user.is_(None)}.get(kind, false())
    needing = select(Cluster.name).where(or_(Cluster.admin_user == user.id, by_name)).order_by(Cluster.id)
    if names := list(session.scalars(needing)):
        message = f"{user.username} serves {', '.join(names[:3])}: give it another admin user, or delete the cluster."
        raise Conflict(message, code="needed_by_cluster", clusters=names)


def _add_service_users(session: Session, actor: str, cluster: Cluster) -> list[User]:
    # If a user of this name exists, it belongs to somebody: Conflict `exists`, and no rights for that user.
    center, broker = (
        lifecycle.create(session, actor, username, "service", remark=remark[:256])
        for username, remark in (
            (cluster_users.center_username(cluster.name), f"provisions {cluster.name} for the center"),
            (cluster_users.broker_username(cluster.name), f"the brokers of {cluster.name} themselves"),
        )
    )
    if cluster.admin_user is None:
        cluster.admin_user = center.id
        session.flush()
    return [center, broker]


def _check_name(name: str) -> None:
    resource_rows.check_name(KIND, name)
    if len(name) > _LONGEST or ":" in name:
        # `center.<name>` must be a user name.
        reason = f"A cluster name has {_LONGEST} characters at most, and no colon."
        raise InvalidInput(reason, code="invalid_name", field="name")


def _checked_address(address: str) -> str:
    if reason := service_refusal(address):
        raise InvalidInput(reason, code="invalid_address", field="address")
    return address


def checked_admin_url(address: str, allowed_hosts: Collection[str]) -> str:
    """The admin address as it is kept. Raises InvalidInput `address_not_allowed`."""
    try:
        return admin_base(address, allowed_hosts)
    except AddressNotAllowedError as error:
        raise InvalidInput(str(error), code="address_not_allowed", field="admin_url") from error


def _checked_admin_user(session: Session, user_id: int | None) -> int | None:
    user = session.get(User, user_id) if user_id is not None else None
    if user_id is not None and (user is None or user.kind != "service"):
        reason = "must be a service user"
        raise InvalidInput(f"admin_user_id: {reason}", code="unknown_user", field="admin_user_id", wrong=reason)
    return user_id

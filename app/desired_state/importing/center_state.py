"""What the center has, as far as a plan needs it. Read with few statements, however much that is."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.naming_rules import topic_in
from app.access.rights_snapshot import Snapshot
from app.desired_state.importing import made
from app.grants.models import Role
from app.identity.models import User
from app.resources.models import Cluster, Namespace, Tenant, Topic
from app.rights import snapshots


@dataclass(frozen=True)
class CenterUser:
    """A user. `main`: of a sub-account. `active`: it, and its main account, may be given something."""

    name: str
    person: bool
    main: str | None
    active: bool = True


@dataclass(frozen=True)
class CenterTenant:
    """A tenant. `here`: it lives on the cluster."""

    here: bool
    open: bool
    """Not switched off and not being deleted; so below."""
    clusters: frozenset[str] = frozenset()


@dataclass(frozen=True)
class CenterNamespace:
    """A namespace."""

    mode: str
    open: bool


@dataclass(frozen=True)
class CenterState:
    """All that may stand in the way of an import, and the rights of the cluster as they are."""

    snapshot: Snapshot
    users: Mapping[str, CenterUser] = field(default_factory=dict)
    personal: Mapping[str, int] = field(default_factory=dict)
    """User → its personal role."""
    shared: Mapping[str, int] = field(default_factory=dict)
    tenants: Mapping[str, CenterTenant] = field(default_factory=dict)
    namespaces: Mapping[str, CenterNamespace] = field(default_factory=dict)
    topics: Mapping[str, int] = field(default_factory=dict)
    """Full name → partitions."""
    wishes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Namespace or topic → the policies that are wished for it, if any."""
    made: frozenset[str] = frozenset()
    """Users that an import made: each is the native role of its name."""
    consume_manages: bool | None = None
    """The cluster's setting about `consume`; None: nobody chose."""


def read(session: Session, cluster: Cluster) -> CenterState:
    """The center as it is. `session` reads one consistent state."""
    names: dict[int, str] = {row.id: row.username for row in session.execute(select(User.id, User.username))}
    people = session.execute(select(User.username, User.kind, User.parent, User.status)).all()
    asleep = {user for user, _, _, status in people if status != "active"}
    roles = session.execute(select(Role.id, Role.role_name, Role.personal_of)).all()
    tenants = {row.id: row for row in session.scalars(select(Tenant))}
    spaces = {row.id: row for row in session.scalars(select(Namespace))}
    full = {namespace_id: f"{tenants[row.tenant].name}/{row.name}" for namespace_id, row in spaces.items()}
    topics = {
        topic_in(full[row.namespace], row.name, persistent=row.domain == "persistent").name: row
        for row in session.execute(select(Topic.namespace, Topic.domain, Topic.name, Topic.partitions, Topic.policies))
    }
    clusters: dict[int, str] = {row.id: row.name for row in session.execute(select(Cluster.id, Cluster.name))}
    wished = [
        *((full[namespace_id], row.policies) for namespace_id, row in spaces.items()),
        *((topic, row.policies) for topic, row in topics.items()),
    ]
    return CenterState(
        snapshots.snapshot_of(session, cluster.id),
        {
            user: CenterUser(user, kind == "person", main, asleep.isdisjoint((user, main)))
            for user, kind, parent, _ in people
            for main in [names.get(parent or 0)]
        },
        {names[owner]: role_id for role_id, _, owner in roles if owner in names},
        {role: role_id for role_id, role, owner in roles if owner is None},
        {row.name: _tenant(row, cluster, clusters) for row in tenants.values()},
        {full[row.id]: CenterNamespace(row.subscription_auth_mode, _is_open(row)) for row in spaces.values()},
        {topic: row.partitions for topic, row in topics.items()},
        {place: json.loads(text) for place, text in wished if text},
        made.users(session),
        cluster.consume_manages_subscriptions,
    )


def _tenant(row: Tenant, cluster: Cluster, names: Mapping[int, str]) -> CenterTenant:
    on = row.cluster_ids()
    return CenterTenant(
        cluster.id in on, _is_open(row), frozenset(names[cluster_id] for cluster_id in on if cluster_id in names)
    )


def _is_open(row: Tenant | Namespace) -> bool:
    return row.is_valid == 1 and not row.deleting

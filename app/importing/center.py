"""What the center has, as far as a plan has to know it. Read with few statements, whatever there is."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.rights import Snapshot
from app.grants.models import Role
from app.identity.models import User
from app.pulsar.naming_rules import topic_in
from app.resources.models import Cluster, Namespace, Tenant, Topic
from app.rights import snapshots


@dataclass(frozen=True)
class CenterUser:
    """A user. `main`: of a sub-account."""

    name: str
    person: bool
    main: str | None


@dataclass(frozen=True)
class CenterTenant:
    """A tenant. `here`: it lives on the cluster."""

    here: bool
    open: bool
    """Not switched off and not being deleted; so below."""


@dataclass(frozen=True)
class CenterNamespace:
    """A namespace."""

    mode: str
    open: bool


@dataclass(frozen=True)
class Center:
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


def read(session: Session, cluster: Cluster) -> Center:
    """The center as it is. `session` reads one consistent state."""
    names: dict[int, str] = {row.id: row.username for row in session.execute(select(User.id, User.username))}
    people = session.execute(select(User.username, User.kind, User.parent))
    roles = session.execute(select(Role.id, Role.role_name, Role.personal_of)).all()
    tenants = {row.id: row for row in session.scalars(select(Tenant))}
    spaces = {row.id: row for row in session.scalars(select(Namespace))}
    full = {number: f"{tenants[row.tenant].name}/{row.name}" for number, row in spaces.items()}
    topics = session.execute(select(Topic.namespace, Topic.domain, Topic.name, Topic.partitions))
    return Center(
        snapshots.snapshot_of(session, cluster.id),
        {name: CenterUser(name, kind == "person", names.get(parent or 0)) for name, kind, parent in people},
        {names[owner]: number for number, _, owner in roles if owner in names},
        {name: number for number, name, owner in roles if owner is None},
        {row.name: CenterTenant(cluster.id in row.cluster_ids(), _open(row)) for row in tenants.values()},
        {full[row.id]: CenterNamespace(row.subscription_auth_mode, _open(row)) for row in spaces.values()},
        {
            topic_in(full[above], name, persistent=domain == "persistent").name: partitions
            for above, domain, name, partitions in topics
        },
    )


def _open(row: Tenant | Namespace) -> bool:
    return row.is_valid == 1 and not row.deleting

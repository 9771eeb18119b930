"""Factories such as `a_user()` and `a_grant()`: valid objects, made by the service's own functions.

A test specifies only what matters to it. The first argument is the session: `center.make(a_user, "alice")` calls a
factory in a transaction of its own.
"""

import itertools
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.audit.trail import contents, trail
from app.grants import grants, roles
from app.grants.models import Grant
from app.identity import credentials, groups, users
from app.identity.accounts import lifecycle
from app.identity.models import ServiceGroup, User
from app.identity.password_hashes import PasswordSlots
from app.platform.clock import now_ms
from app.platform.settings import Settings
from app.resources.models import Cluster, Namespace, Tenant, Topic

PASSWORD = "wooden bridge over the sea"
ACTOR = "test"
ROOT, CLUSTER, TENANT, NAMESPACE, TOPIC = range(5)
_numbers = itertools.count(1)


@dataclass(frozen=True)
class Person:
    """A user in whose name a test acts."""

    id: int
    username: str


def a_user(
    session: Session,
    username: str | None = None,
    *,
    kind: Literal["person", "service"] = "person",
    parent: Person | None = None,
    group_id: int | None = None,
    status: Literal["active", "disabled", "locked"] = "active",
) -> Person:
    """A user with its personal role, without a credential (`Center.signed_in` gives it a password)."""
    name = username or f"user{next(_numbers)}"
    user = lifecycle.create(session, ACTOR, name, kind, parent_id=parent.id if parent else None, group_id=group_id)
    if status != "active":
        users.change(session, ACTOR, user, status=status)
    return Person(user.id, user.username)


def the_user(session: Session, username: str) -> User:
    """The user of this name, who is there."""
    found = users.by_name(session, username)
    assert found is not None
    return found


def a_service(session: Session, username: str | None = None) -> Person:
    """A service user."""
    return a_user(session, username, kind="service")


def an_administrator(session: Session, username: str | None = None) -> Person:
    """A person with authority 4 on the root."""
    person = a_user(session, username or f"administrator{next(_numbers)}")
    a_grant(session, person, [4], ROOT, 0)
    return person


def a_grant(
    session: Session,
    person: Person,
    authorities: list[int],
    res_type: int,
    res_id: int,
    *,
    valid_from: int | None = None,
    valid_until: int | None = None,
    limits: Limits | None = None,
) -> Grant:
    """A grant to the person's personal role."""
    role = roles.personal_role_of(session, person.id)
    values: dict[str, Any] = {"valid_from": valid_from, "valid_until": valid_until, "limits": limits}
    return grants.grant(session, ACTOR, role.id, res_type, res_id, authorities, **values)


def a_group(session: Session, name: str | None = None) -> ServiceGroup:
    """A business group."""
    return groups.create(session, ACTOR, name or f"group {next(_numbers)}")


def a_cluster(session: Session, name: str | None = None) -> Cluster:
    """A cluster that is only a row: nothing listens at its addresses, and it has no service users."""
    now, name = now_ms(), name or f"cluster{next(_numbers)}"
    row = Cluster(
        name=name, address="pulsar://127.0.0.1:1", admin_url="http://127.0.0.1:1", add_time=now, update_time=now
    )
    session.add(row)
    session.flush()
    trail.record(session, ACTOR, "cluster.create", name, after=contents.row(row))
    return row


def a_tenant(session: Session, name: str | None = None, *clusters: Cluster) -> Tenant:
    """A tenant on these clusters (or on a new one), as if provisioned."""
    now, name = now_ms(), name or f"tenant{next(_numbers)}"
    where = sorted(cluster.id for cluster in clusters or (a_cluster(session),))
    row = Tenant(name=name, clusters=",".join(map(str, where)), is_valid=1, add_time=now, update_time=now)
    session.add(row)
    session.flush()
    trail.record(session, ACTOR, "tenant.create", name, after=contents.row(row))
    return row


def a_namespace(session: Session, tenant: Tenant | None = None, name: str | None = None) -> Namespace:
    """A namespace of the tenant (or of a new one), as if provisioned."""
    now, name, tenant = now_ms(), name or f"namespace{next(_numbers)}", tenant or a_tenant(session)
    row = Namespace(tenant=tenant.id, name=name, is_valid=1, add_time=now, update_time=now)
    session.add(row)
    session.flush()
    trail.record(session, ACTOR, "namespace.create", f"{tenant.name}/{name}", after=contents.row(row))
    return row


def a_topic(session: Session, namespace: Namespace | None = None, name: str | None = None) -> Topic:
    """A persistent topic of the namespace (or of a new one), as if provisioned."""
    now, name, namespace = now_ms(), name or f"topic{next(_numbers)}", namespace or a_namespace(session)
    row = Topic(tenant=namespace.tenant, namespace=namespace.id, name=name, is_valid=1, add_time=now, update_time=now)
    session.add(row)
    session.flush()
    full = f"persistent://{session.get_one(Tenant, namespace.tenant).name}/{namespace.name}/{name}"
    trail.record(session, ACTOR, "topic.create", full, after=contents.row(row))
    return row


def a_cluster_with_orders(session: Session, name: str = "one") -> Cluster:
    """A cluster with the topic persistent://acme/orders/created."""
    cluster = a_cluster(session, name)
    a_topic(session, a_namespace(session, a_tenant(session, "acme", cluster), "orders"), "created")
    return cluster


def password_of(session: Session, settings: Settings, username: str, password: str = PASSWORD) -> None:
    """Give the user this password, unless it already has one."""
    user = the_user(session, username)
    if user.passwd is None:
        credentials.change_password(session, user, _hash(settings.argon2_memory_kib, settings.argon2_rounds, password))


@cache
def _hash(memory_kib: int, rounds: int, password: str) -> str:
    # Not checked: in tests it may be less than a service may use.
    settings = Settings().model_copy(update={"argon2_memory_kib": memory_kib, "argon2_rounds": rounds})
    return credentials.hash_new(settings, PasswordSlots(1), "", password)

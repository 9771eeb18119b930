"""A page of a list takes as many statements for fifty rows as for five."""

from dataclasses import dataclass, fields

import httpx
import pytest
from sqlalchemy.orm import Session

from app.grants import roles
from app.grants.models import Role
from app.resources.models import Cluster, Namespace, Tenant, Topic
from tests.api.statements import statements
from tests.center import Center
from tests.factories import (
    NAMESPACE,
    TENANT,
    TOPIC,
    Person,
    a_cluster,
    a_grant,
    a_group,
    a_namespace,
    a_tenant,
    a_topic,
    a_user,
    an_administrator,
)

FEW, MANY = 5, 50
LISTS = (
    "users",
    "groups",
    "roles",
    "roles/{role}/members",
    "grants",
    "grants?res_type=4&res_id={topic}&inherited=true",
    "usage",
    "clusters",
    "tenants",
    "namespaces",
    "topics",
    "resources/tree",
    "resources/tree?parent=cluster:{cluster}",
    "resources/tree?parent=tenant:{tenant}",
    "resources/tree?parent=namespace:{namespace}",
)


@dataclass(frozen=True)
class Shared:
    """What many rows have in common."""

    cluster: Cluster
    tenant: Tenant
    namespace: Namespace
    topic: Topic
    role: Role

    def within(self, address: str) -> str:
        """The address with the ids in it."""
        return address.format(**{field.name: getattr(self, field.name).id for field in fields(self)})


@pytest.fixture
def reader(center: Center) -> Person:
    return center.make(a_user, "reader")


def parents(session: Session, reader: Person) -> Shared:
    """One of each, in reach of the reader."""
    cluster, role = a_cluster(session), roles.create(session, "test", "team")
    tenant = a_tenant(session, None, cluster)
    namespace = a_namespace(session, tenant)
    roles.join(session, "test", role.id, reader.id)
    topic = a_topic(session, namespace)
    a_grant(session, reader, [304], TOPIC, topic.id)
    return Shared(cluster, tenant, namespace, topic, role)


def rows(session: Session, number: int, reader: Person, shared: Shared) -> None:
    """Add rows to every list, below new parents and below the shared ones; the reader sees all."""
    for _ in range(number):
        a_group(session)
        above = a_namespace(session, a_tenant(session, None, a_cluster(session)))
        for topic in (a_topic(session, above), a_topic(session, shared.namespace)):
            a_grant(session, reader, [304], TOPIC, topic.id)
        a_grant(session, reader, [204], NAMESPACE, a_namespace(session, shared.tenant).id)
        a_grant(session, reader, [104], TENANT, a_tenant(session, None, shared.cluster).id)
        member = a_user(session, parent=reader)
        roles.join(session, "test", shared.role.id, member.id)
        a_grant(session, member, [303], TOPIC, shared.topic.id)


def costs(center: Center, client: httpx.Client, shared: Shared) -> dict[str, tuple[int, int]]:
    """List → how many rows it shows with how many statements."""
    found = {}
    for name in LISTS:
        address = shared.within(f"/api/v1/{name}")
        with statements(center) as seen:
            answer = client.get(address, params={"limit": 500, **httpx.URL(address).params})
        assert answer.status_code == 200, answer.text
        found[name] = len(answer.json()["items"]), len(seen)
    return found


@pytest.mark.parametrize("who", ["administrator", "reader"])
def test_more_rows_take_no_more_statements(center: Center, reader: Person, who: str) -> None:
    client = center.with_token(center.make(an_administrator) if who == "administrator" else reader)
    shared = center.make(parents, reader)
    center.make(rows, FEW, reader, shared)
    few = costs(center, client, shared)
    center.make(rows, MANY - FEW, reader, shared)
    many = costs(center, client, shared)
    assert {name: (few[name], many[name]) for name in LISTS if many[name][1] != few[name][1]} == {}
    assert [name for name in LISTS if many[name][0] <= few[name][0]] == []

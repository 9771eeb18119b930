"""Shorthand for tests of requests over HTTP."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import httpx
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry
from app.grants import roles
from app.grants.models import Grant
from app.platform.database import Base
from app.resources.models import Cluster, Namespace, Tenant, Topic
from tests.center import Center
from tests.factories import Person, a_cluster, a_grant, a_namespace, a_tenant, a_topic, a_user

ANY = {"If-Match": "*"}
DAY = 24 * 3_600_000
TOPIC = "persistent://acme/orders/created"
REASON = "the warehouse reads new orders"


def change_settings(center: Center, **values: Any) -> None:
    """Run the service with other settings from now on."""
    center.app.state.settings = center.app.state.settings.model_copy(update=values)


def problem(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal."""
    return answer.status_code, answer.json()["code"]


def rows(center: Center) -> dict[str, int]:
    """Table → number of rows, without sessions and delays. A refusal must not change them."""
    skipped = {"sys_session", "sys_address_delay", "sys_known_network", "sys_request_count"}
    tables = [table for table in Base.metadata.sorted_tables if table.name not in skipped]

    def count(session: Session) -> dict[str, int]:
        return {table.name: session.scalar(select(func.count()).select_from(table)) or 0 for table in tables}

    return center.read(count)


def actions(center: Center, entity: str) -> list[str]:
    """The actions in the trail on this kind of entity, oldest first."""

    def read(session: Session) -> list[str]:
        found = select(TrailEntry.action).where(TrailEntry.entity == entity).order_by(TrailEntry.id)
        return list(session.scalars(found))

    return center.read(read)


def grants_of(center: Center, person: Person) -> list[tuple[int, int, list[int], int | None]]:
    """The grants of a person's own role: where, what, until when."""

    def read(session: Session) -> list[tuple[int, int, list[int], int | None]]:
        role = roles.personal_role_of(session, person.id)
        found = session.scalars(select(Grant).where(Grant.role_id == role.id).order_by(Grant.id))
        return [(grant.res_type, grant.res_id, grant.authority_ids(), grant.valid_until) for grant in found]

    return center.read(read)


@dataclass
class Desk:
    """acme/orders/created, its owner and somebody who wants to read it; both signed in by token."""

    center: Center
    cluster: Cluster
    tenant: Tenant
    namespace: Namespace
    topic: Topic
    owner: Person
    wanting: Person
    at_owner: httpx.Client
    at_wanting: httpx.Client

    def try_to_ask(self, client: httpx.Client | None = None, **values: Any) -> httpx.Response:
        """Ask to read the topic, or for something else."""
        body = {"res_type": 4, "resource": TOPIC, "authorities": [303], "reason": REASON} | values
        return (client or self.at_wanting).post("/api/v1/access-requests", json=body)

    def request(self, client: httpx.Client | None = None, **values: Any) -> dict[str, Any]:
        """Ask, which must succeed; returns the request."""
        answer = self.try_to_ask(client, **values)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def answer(self, client: httpx.Client, request: dict[str, Any], verb: str, **body: Any) -> httpx.Response:
        """Approve, refuse, withdraw or pass on."""
        return client.post(f"/api/v1/access-requests/{request['id']}/{verb}", json=body or {}, headers=ANY)

    def ids_in_box(self, client: httpx.Client, box: str, **query: Any) -> list[int]:
        """Ids in a box."""
        answer = client.get("/api/v1/access-requests", params={"box": box} | query)
        assert answer.status_code == 200, answer.text
        return [request["id"] for request in answer.json()["items"]]

    def read(self, client: httpx.Client, request: dict[str, Any]) -> dict[str, Any]:
        """One request."""
        return dict(client.get(f"/api/v1/access-requests/{request['id']}").json())

    def person(self, name: str, *, owns: Iterable[int] = (), parent: Person | None = None) -> httpx.Client:
        """Somebody else, with authorities on the tenant, signed in by token."""
        person = self.center.make(a_user, name, parent=parent)
        if owns:
            self.center.make(a_grant, person, list(owns), 2, self.tenant.id)
        return self.center.with_token(person)


OWNED = [101, 102, 103, 104, 200, 201, 202, 203, 204, 300, 301, 302, 303, 304]


def a_desk(center: Center) -> Desk:
    """Everything made by factories."""
    cluster = center.make(a_cluster, "prod")
    tenant = center.make(a_tenant, "acme", cluster)
    namespace = center.make(a_namespace, tenant, "orders")
    topic = center.make(a_topic, namespace, "created")
    owner, wanting = center.make(a_user, "olga"), center.make(a_user, "walter")
    center.make(a_grant, owner, OWNED, 2, tenant.id)
    return Desk(
        center, cluster, tenant, namespace, topic, owner, wanting, center.with_token(owner), center.with_token(wanting)
    )

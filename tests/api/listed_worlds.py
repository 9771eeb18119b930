"""Worlds for tests of the lists of access: who has rights on a resource, and what rights a user has."""

import random
from collections.abc import Iterator
from typing import Any

import httpx
from sqlalchemy.orm import Session

from app.grants import grants, roles
from app.platform.errors import Conflict
from app.resources.models import Cluster
from tests.factories import (
    CLUSTER,
    NAMESPACE,
    ROOT,
    TENANT,
    TOPIC,
    Person,
    a_cluster,
    a_namespace,
    a_tenant,
    a_topic,
    a_user,
)

LONG_AGO = 1000
TOPICS = ("created", "created-billing-DLQ", "paid", "__change_events")


def estate(session: Session) -> Cluster:
    """Two clusters, two tenants (one on both), two namespaces, and four topics."""
    first, second = a_cluster(session, "one"), a_cluster(session, "two")
    acme = a_tenant(session, "acme", first, second)
    a_tenant(session, "other", first)
    orders = a_namespace(session, acme, "orders")
    a_namespace(session, acme, "bills")
    for name in TOPICS:
        a_topic(session, orders, name)
    return first


def people(session: Session, seed: int) -> list[Person]:
    """Main accounts, sub-accounts, a disabled user, shared roles; random grants, some ended, some of the future."""
    rng = random.Random(seed)
    mains = [a_user(session, f"main{number}") for number in range(4)]
    subs = [a_user(session, f"sub{number}", parent=rng.choice(mains)) for number in range(5)]
    off = a_user(session, "off", status="disabled")
    everybody = [*mains, *subs, off]
    shared = [roles.create(session, "t", f"role{number}") for number in range(3)]
    for role in shared:
        for person in rng.sample(everybody, 4):
            roles.join(session, "t", role.id, person.id)
    held = [*(roles.personal_role_of(session, person.id) for person in everybody), *shared]
    for _ in range(60):
        kind = rng.choice([CLUSTER, TENANT, NAMESPACE, NAMESPACE, TOPIC, TOPIC] + [ROOT] * (rng.random() < 0.1))
        number = {
            ROOT: 0,
            CLUSTER: rng.randint(1, 2),
            TENANT: 1,
            NAMESPACE: rng.randint(1, 2),
            TOPIC: rng.randint(1, 4),
        }
        start, end = rng.choice([(None, None)] * 3 + [(None, LONG_AGO), (2**50, None)])
        numbers = rng.sample(grants.grantable_on(kind), rng.randint(1, 3))
        try:
            grants.grant(
                session, "t", rng.choice(held).id, kind, number[kind], numbers, valid_from=start, valid_until=end
            )
        except Conflict:
            continue  # it has exactly this already
    return everybody


def pages(client: httpx.Client, address: str, **params: Any) -> Iterator[dict[str, Any]]:
    cursor: dict[str, str] = {}
    while True:
        answer = client.get(f"/api/v1/{address}", params={"limit": 3, **cursor, **params})
        assert answer.status_code == 200, answer.text
        yield from answer.json()["items"]
        if answer.json()["next_cursor"] is None:
            return
        cursor = {"cursor": answer.json()["next_cursor"]}

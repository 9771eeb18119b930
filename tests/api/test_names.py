"""Finding an id by its exact name, without revealing what the caller may not see."""

from dataclasses import dataclass

import httpx
import pytest
from sqlalchemy.orm import Session

from app.grants import roles
from tests.center import Center
from tests.factories import (
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


@dataclass
class World:
    """One of each kind, and its id."""

    owner: Person
    ids: dict[str, int]


NAMES = {
    "user": "owner",
    "group": "payments",
    "role": "order intake",
    "cluster": "prod",
    "tenant": "acme",
    "namespace": "acme/orders",
    "topic": "persistent://acme/orders/created",
}


def _world(session: Session) -> World:
    owner = a_user(session, "owner")
    group, role = a_group(session, "payments"), roles.create(session, "test", "order intake")
    cluster = a_cluster(session, "prod")
    tenant = a_tenant(session, "acme", cluster)
    a_namespace(session, a_tenant(session, "other", cluster), "orders")
    namespace = a_namespace(session, tenant, "orders")
    topic = a_topic(session, namespace, "created")
    a_grant(session, owner, [303], TOPIC, topic.id)
    numbers = (owner.id, group.id, role.id, cluster.id, tenant.id, namespace.id, topic.id)
    return World(owner, dict(zip(NAMES, numbers, strict=True)))


@pytest.fixture
def world(center: Center) -> World:
    return center.make(_world)


def _ask(client: httpx.Client, kind: str, name: str) -> httpx.Response:
    return client.get("/api/v1/names", params={"kind": kind, "name": name})


def test_every_kind_is_found_by_an_administrator_and_its_owner(center: Center, world: World) -> None:
    for client in (center.with_token(center.make(an_administrator)), center.with_token(world.owner)):
        for kind, name in NAMES.items():
            assert _ask(client, kind, name).json() == {"kind": kind, "id": world.ids[kind], "name": name}


def test_a_stranger_finds_nobody_and_no_resource(center: Center, world: World) -> None:
    stranger = center.with_token(center.make(a_user))
    for kind in ("user", "cluster", "tenant", "namespace", "topic"):
        answer = _ask(stranger, kind, NAMES[kind])
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_hidden_name_is_answered_like_an_unknown_one(center: Center, world: World) -> None:
    sub = center.with_token(center.make(a_user, "sub", parent=center.make(a_user)))
    for kind in ("user", "role", "cluster", "tenant", "namespace", "topic"):
        hidden = _ask(sub, kind, NAMES[kind]).json()
        nowhere = _ask(sub, kind, NAMES[kind] + "x").json()
        assert hidden == nowhere | {"detail": nowhere["detail"].replace(NAMES[kind] + "x", NAMES[kind])}


def test_a_sub_account_finds_its_own_roles_only(center: Center, world: World) -> None:
    sub = center.make(a_user, "sub", parent=world.owner)
    client = center.with_token(sub)
    assert _ask(client, "role", "sub").status_code == 200
    assert _ask(client, "role", "order intake").status_code == 404


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("user", "Owner"),
        ("user", "own"),
        ("user", "no name"),
        ("group", "Payments"),
        ("role", "order intak_"),
        ("cluster", "PROD"),
        ("tenant", "acme/orders"),
        ("namespace", "acme"),
        ("namespace", "acme/orders/created"),
        ("topic", "created"),
        ("topic", "non-persistent://acme/orders/created"),
        ("topic", "persistent://other/orders/created"),
    ],
)
def test_other_names_are_not_found(center: Center, world: World, kind: str, name: str) -> None:
    assert _ask(center.with_token(center.make(an_administrator)), kind, name).status_code == 404


@pytest.mark.parametrize(("kind", "name"), [("user", ""), ("user", "x" * 1025), ("user", "a\x00b"), ("planet", "mars")])
@pytest.mark.any_database
def test_wrong_input(center: Center, world: World, kind: str, name: str) -> None:
    answer = _ask(center.with_token(world.owner), kind, name)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")


def test_a_short_topic_name_is_accepted_everywhere(center: Center, world: World) -> None:
    """`acme/orders/created`, as policy files, the command line and Pulsar's own tools take it."""
    short, client = "acme/orders/created", center.with_token(world.owner)
    question = {"cluster": "prod", "principal": "owner", "question": "topic:CONSUME", "resource_type": "topic"}
    body = {**question, "resource": short}
    assert client.post("/api/v1/access/explain", json=body).json()["reason"] == "GRANTED"
    assert client.post("/api/v1/access/check", json={"questions": [body]}).json()["answers"][0]["allowed"]
    wish = {"resource_type": "topic", "resource": short, "authorities": [302], "reason": "to write"}
    assert client.post("/api/v1/access-requests", json=wish).json()["resource"] == NAMES["topic"]
    root = center.with_token(center.make(an_administrator, "first"))
    service = center.make(a_user, "job", kind="service")
    part = {"place": "topic", "name": short, "authorities": [303]}
    made = root.post(f"/api/v1/users/{service.id}/tokens", json={"name": "x", "days": 1, "scope": [part]}).json()
    assert made["scope"][0]["name"] == NAMES["topic"]
    path = f"/api/v1/clusters/{world.ids['cluster']}/connections"
    assert root.get(path, params={"resource": short}).status_code == 200

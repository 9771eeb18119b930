"""One search over everything: what begins so, of what the lists show the caller, and nothing else."""

import random
from typing import Any

import httpx
import pytest
from sqlalchemy.orm import Session

from app.api.admin.search import LOOKED_AT, SHOWN
from app.grants import roles
from tests.api import listed_worlds
from tests.api.listed_worlds import pages
from tests.api.statements import statements
from tests.center import Center
from tests.factories import (
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
from tests.seeds import seeds

LISTS = {
    "user": ("users", "username", {}),
    "role": ("roles", "name", {"personal": False}),
    "group": ("groups", "name", {}),
    "cluster": ("clusters", "name", {}),
    "tenant": ("tenants", "full_name", {}),
    "namespace": ("namespaces", "full_name", {}),
    "topic": ("topics", "full_name", {}),
}


def found(client: httpx.Client, q: str) -> dict[str, Any]:
    answer = client.get("/api/v1/search", params={"q": q})
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def names(client: httpx.Client, q: str) -> list[str]:
    return [item["name"] for item in found(client, q)["items"]]


def _odd_names(session: Session) -> None:
    """Beside the estate: names in capitals, more of a kind than are shown, and what a database might take for a
    pattern."""
    for name in ("Orders", "order_1", "order%2", "ördér", "oRders"):
        a_group(session, name)
        a_topic(
            session, a_namespace(session, a_tenant(session, f"t-{len(name)}{ord(name[0])}{name[-1]}"), "orders"), name
        )
    namespace = a_namespace(session, a_tenant(session, "many"), "Orders")
    for number in range(SHOWN + 2):
        a_topic(session, namespace, f"order-{number}")
        roles.create(session, "t", f"Order intake {number}")


QUERIES = (
    *("o", "or", "Or", "order", "order_", "order%", "ör", "c", "crea", "main", "sub1", "role", "one", "t", "_", "%"),
    *("acme/", "acme/o", "acme/orders/", "many/Orders/o", "x/y/z/"),
    *("persistent://acme/orders/c", "topic://acme/orders/c"),
)


@pytest.mark.parametrize("seed", seeds(2, 20))
def test_it_finds_what_begins_so_in_the_lists_of_the_caller(center: Center, seed: int) -> None:
    """Each kind against its own list, which every caller reads as a whole."""
    center.make(listed_worlds.estate)
    center.make(_odd_names)
    people = [*center.make(listed_worlds.people, seed), center.make(an_administrator, "admin")]
    shown = set()
    for person in [people[-1], *random.Random(seed).sample([one for one in people if one.username != "off"], 6)]:
        client = center.with_token(person)
        lists = {
            kind: {item["id"]: (item, item[field]) for item in pages(client, path, limit=500, **more)}
            for kind, (path, field, more) in LISTS.items()
        }
        for q in QUERIES:
            answer = found(client, q)
            for kind, listed in lists.items():
                items = {item["id"]: item["name"] for item in answer["items"] if item["kind"] == kind}
                wanted = {number: full for number, (item, full) in listed.items() if _begins(kind, item, full, q)}
                assert items.items() <= wanted.items(), (person.username, kind, q)
                assert len(items) == min(len(wanted), SHOWN), (person.username, kind, q, wanted)
                assert (kind in answer["more"]) == (len(wanted) > SHOWN), (person.username, kind, q)
                shown |= {kind for _ in items}
    assert shown == set(LISTS)


def _begins(kind: str, item: dict[str, Any], full: str, q: str) -> bool:
    """Whether the search has to find it: written a second time, from the words of the API."""
    if kind == "topic" and q.partition("://")[2].count("/") == 2:
        return full.startswith(q)
    if kind == "topic" and q.count("/") == 2 and "://" not in q:
        return full.partition("://")[2].startswith(q)
    if kind == "namespace" and q.count("/") == 1:
        return full.startswith(q)
    own = str(item.get("username") or item["name"])
    return any(own.startswith(spelling) for spelling in (q, q.lower(), q.capitalize()))


def _world(session: Session) -> Person:
    owner = a_user(session, "orders-owner")
    tenant = a_tenant(session, "acme", a_cluster(session, "one"))
    namespace = a_namespace(session, tenant, "orders")
    a_grant(session, owner, [303], TOPIC, a_topic(session, namespace, "orders-created").id)
    a_topic(session, namespace, "orders-secret")
    return owner


def test_it_leads_from_some_letters_to_the_full_name(center: Center) -> None:
    owner = center.make(_world)
    client = center.with_token(owner)
    assert names(client, " ORD ") == ["orders-owner", "acme/orders", "persistent://acme/orders/orders-created"]
    assert names(client, "acme/") == ["acme/orders"]
    assert names(client, "acme/orders/") == ["persistent://acme/orders/orders-created"]
    assert names(client, "reated") == []


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({}, "invalid_input"),
        ({"q": ""}, "invalid_input"),
        ({"q": "  "}, "invalid_input"),
        ({"q": "a\0b"}, "invalid_input"),
        ({"q": "x" * 513}, "invalid_input"),
        ({"q": "x", "limit": 9}, "unknown_parameter"),
    ],
)
def test_what_it_refuses(center: Center, query: dict[str, Any], code: str) -> None:
    client = center.with_token(center.make(a_user, "somebody"))
    answer = client.get("/api/v1/search", params=query)
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def _hidden_topics(session: Session) -> None:
    namespace = a_namespace(session, a_tenant(session, "others"), "orders")
    for number in range(LOOKED_AT + 1):
        a_topic(session, namespace, f"orders-a{number}")


def test_little_is_found_behind_much_that_is_not_seen(center: Center) -> None:
    client = center.with_token(center.make(_world))
    center.make(_hidden_topics)
    assert "persistent://acme/orders/orders-created" in names(client, "orders")


def test_more_topics_take_no_more_statements(center: Center) -> None:
    owner = center.make(a_user, "owner")
    tenant = center.make(a_tenant, "acme")
    center.make(a_grant, owner, [104], TENANT, tenant.id)
    client = center.with_token(owner)

    def cost(topics: int) -> int:
        namespace = center.make(a_namespace, tenant, f"n{topics}")
        for number in range(topics):
            center.make(a_topic, namespace, f"p{topics}-{number}")
        with statements(center) as seen:
            assert len(names(client, "p")) == SHOWN
        return len(seen)

    cost(SHOWN + 1)  # what is read once for all requests
    assert cost(SHOWN + 2) == cost(30)

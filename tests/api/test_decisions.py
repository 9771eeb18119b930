"""Why? answers what a broker would decide, and only to who may know."""

from typing import Any

import httpx
import pytest

from app.identity import users
from app.resources.models import Cluster
from tests.center import Center
from tests.factories import (
    TENANT,
    TOPIC,
    Person,
    a_cluster,
    a_grant,
    a_namespace,
    a_tenant,
    a_topic,
    a_user,
    an_administrator,
)

ON = "persistent://acme/orders/created"


@pytest.fixture
def cluster(center: Center) -> Cluster:
    made = center.make(a_cluster, "one")
    center.make(a_topic, center.make(a_namespace, center.make(a_tenant, "acme", made), "orders"), "created")
    return made


def _ask(center: Center, cluster: Cluster, by: Person, principal: str, **values: Any) -> httpx.Response:
    asked = {"question": "topic:PRODUCE", "resource_type": "topic", "resource": ON, **values}
    body = {"cluster_id": cluster.id, "principal": principal, **asked}
    return center.with_token(by).post("/api/v1/decisions", json=body)


def test_allowed_names_the_grant_that_decides(center: Center, cluster: Cluster) -> None:
    alice = center.make(a_user, "alice")
    wide = center.make(a_grant, alice, [102], TENANT, 1)
    narrow = center.make(a_grant, alice, [302], TOPIC, 1)
    answer = _ask(center, cluster, alice, "alice").json()
    assert (answer["allowed"], answer["reason"], answer["missing"]) == (True, "GRANTED", [])
    assert [(grant["id"], grant["role"], grant["resource"]) for grant in answer["grants"]] == [
        (narrow.id, "alice", ON),
        (wide.id, "alice", "acme"),
    ]


def test_denied_names_what_is_missing(center: Center, cluster: Cluster) -> None:
    alice = center.make(a_user, "alice")
    answer = _ask(center, cluster, alice, "alice").json()
    assert (answer["allowed"], answer["reason"], answer["grants"]) == (False, "NO_GRANT", [])
    assert answer["near"] == []
    assert answer["missing"][0] == {
        "principal": "alice",
        "authority": 302,
        "text": "write the topic",
        "resource_type": "topic",
        "resource": ON,
    }
    assert {(one["authority"], one["resource"]) for one in answer["missing"]} >= {(202, "acme/orders"), (4, "one")}


def test_a_grant_that_is_near_says_why_it_does_not_count(center: Center, cluster: Cluster) -> None:
    alice = center.make(a_user, "alice")
    over = center.make(a_grant, alice, [302], TOPIC, 1, valid_until=1000)
    other = center.make(a_grant, alice, [103], TENANT, 1)
    answer = _ask(center, cluster, alice, "alice").json()
    assert [(near["id"], near["role"], near["shortfall"]) for near in answer["near"]] == [
        (over.id, "alice", "NOT_IN_FORCE"),
        (other.id, "alice", "OTHER_RIGHT"),
    ]


def test_a_sub_account_loses_with_its_main_account_and_sees_why(center: Center, cluster: Cluster) -> None:
    main = center.make(a_user, "main")
    sub = center.make(a_user, "sub", parent=main)
    center.make(a_grant, sub, [302], TOPIC, 1)
    answer = _ask(center, cluster, main, "sub").json()
    assert answer["reason"] == "MAIN_ACCOUNT_LACKS_RIGHT"
    assert (answer["missing"][0]["principal"], answer["missing"][0]["authority"]) == ("main", 302)
    center.make(a_grant, main, [102], TENANT, 1)
    assert _ask(center, cluster, sub, "sub").json()["reason"] == "GRANTED"
    disabled = center.make(lambda session: users.change(session, "t", users.find(session, main.id), status="disabled"))
    assert disabled.status == "disabled"
    admin = center.make(an_administrator)
    assert _ask(center, cluster, admin, "sub").json()["reason"] == "MAIN_ACCOUNT_DISABLED"


def test_windows_are_looked_at_for_the_time_asked(center: Center, cluster: Cluster) -> None:
    alice = center.make(a_user, "alice")
    center.make(a_grant, alice, [302], TOPIC, 1, valid_from=1000, valid_until=2000)
    reasons = [_ask(center, cluster, alice, "alice", at=at).json()["reason"] for at in (999, 1000, 1999, 2000)]
    assert reasons == ["GRANT_NOT_IN_FORCE", "GRANTED", "GRANTED", "GRANT_NOT_IN_FORCE"]


def test_strangers_are_not_told(center: Center, cluster: Cluster) -> None:
    alice, bob = center.make(a_user, "alice"), center.make(a_user, "bob")
    assert _ask(center, cluster, bob, "alice").status_code == 403
    center.make(a_grant, bob, [304], TOPIC, 1)
    assert _ask(center, cluster, bob, "alice").status_code == 200
    assert _ask(center, cluster, bob, "alice", resource="persistent://acme/orders/other").status_code == 403
    assert _ask(center, cluster, alice, "alice", cluster_id=999).status_code == 404
    assert _ask(center, cluster, alice, "alice", question="topic:FLY").json()["code"] == "unknown_question"
    assert _ask(center, cluster, alice, "alice", resource="no topic").json()["reason"] == "MALFORMED_NAME"

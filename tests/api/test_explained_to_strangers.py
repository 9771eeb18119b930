"""What explain tells about a place that the caller may not see is what it tells about one that does not exist."""

import json
from typing import Any

import pytest

from app.access.limits import Limits
from app.audit.trail import trail
from app.grants import grants
from app.resources import subscription_rules
from app.resources.models import Cluster, Namespace
from app.rights.inquiry import provenance
from tests.api.explaining import ON, ask
from tests.center import Center
from tests.factories import TOPIC, Person, a_cluster, a_grant, an_administrator

MISSING = ON.replace("acme", "none")
RULED = {"question": "topic:CONSUME", "subscription": "billing"}


@pytest.fixture
def hidden(center: Center, cluster: Cluster) -> Cluster:
    """A cluster with a tenant that is switched off and has a rule about the subscription `billing`."""
    center.make(lambda session: subscription_rules.put(session, "t", session.get_one(Namespace, 1), "billing", []))
    root = center.with_token(center.make(an_administrator))
    root.patch("/api/v1/tenants/1", json={"is_valid": 2}, headers={"If-Match": "*"}).raise_for_status()
    return cluster


@pytest.mark.parametrize(
    "asked", [{}, RULED, {**RULED, "as_of": 7}, {"question": "topic:PRODUCE", "cluster_id": 999}, {"cluster_id": None}]
)
def test_hidden_is_told_like_missing(center: Center, hidden: Cluster, alice: Person, asked: dict[str, Any]) -> None:
    about = [ask(center, hidden, alice, "alice", **asked, resource=resource).json() for resource in (ON, MISSING)]
    assert about[0]["allowed"] is False
    assert json.dumps(_steady(about[0])).replace("acme", "none") == json.dumps(_steady(about[1]))


def _steady(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "at"}


def test_without_a_cluster_it_is_asked_where_the_tenant_is(center: Center, cluster: Cluster, alice: Person) -> None:
    nowhere, far = {"cluster_id": None}, center.make(a_cluster, "far")
    admin = center.make(an_administrator)
    assert ask(center, cluster, admin, "alice", **nowhere).json()["cluster"] == "one"
    assert ask(center, cluster, admin, "alice", **nowhere, resource=MISSING).json()["cluster"] == "one"
    on_far = {"question": "superUser:SUPER_USER", "resource_type": "cluster", "resource": "far"}
    assert ask(center, far, admin, "alice", **nowhere, **on_far).json()["cluster"] == "far"
    over = center.make(a_grant, alice, [302], TOPIC, 1, valid_until=1000)
    told = ask(center, cluster, alice, "alice", **nowhere).json()
    assert (told["cluster"], told["reason"], [near["id"] for near in told["near"]]) == (
        None, "GRANT_NOT_IN_FORCE", [over.id],
    )  # fmt: skip
    center.make(a_grant, alice, [303], TOPIC, 1)
    assert ask(center, cluster, alice, "alice", **nowhere).json()["cluster"] == "one"
    both = {"cluster": "one", "cluster_id": 1, "principal": "alice", "question": "topic:PRODUCE"}
    body = {**both, "resource_type": "topic", "resource": ON}
    assert center.with_token(alice).post("/api/v1/access/explain", json=body).status_code == 422


def test_a_rule_is_told_to_who_may_see_its_topic_from_elsewhere(center: Center, hidden: Cluster, alice: Person) -> None:
    """Else the answer were a yes where brokers say no."""
    root = center.with_token(center.make(an_administrator))
    root.patch("/api/v1/tenants/1", json={"is_valid": 1}, headers={"If-Match": "*"}).raise_for_status()
    center.make(a_grant, alice, [303], TOPIC, 1, limits=Limits(networks=("10.1.0.0/16",)))
    assert ask(center, hidden, alice, "alice", **RULED).json()["reason"] == "SUBSCRIPTION_NOT_PERMITTED"


def test_the_past_may_be_named_by_its_time(center: Center, cluster: Cluster, alice: Person) -> None:
    given = center.make(a_grant, alice, [302], TOPIC, 1)
    then = center.read(lambda session: provenance.time_of(session, trail.current_revision(session)))
    center.make(lambda session: grants.revoke(session, "t", given.id))
    told = ask(center, cluster, alice, "alice", as_of_time=then).json()
    revoked_at = center.read(lambda session: provenance.time_of(session, trail.current_revision(session)))
    assert told["at"] == then
    assert told["allowed"] is (revoked_at > then), "both changes may have the same millisecond"
    assert ask(center, cluster, alice, "alice", as_of_time=revoked_at).json()["allowed"] is False
    assert ask(center, cluster, alice, "alice", as_of_time=1).json()["code"] == "unknown_revision"
    assert ask(center, cluster, alice, "alice", as_of_time=then, as_of=1).status_code == 422

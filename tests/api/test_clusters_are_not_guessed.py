"""Questions about rights do not reveal which clusters, tenants and topics exist."""

import json
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.resources.models import Cluster
from tests.center import Center
from tests.factories import TENANT, a_cluster, a_grant, a_namespace, a_tenant, a_topic, a_user

pytestmark = pytest.mark.any_database

ON = "persistent://acme/orders/created"
PLACES = {"topic": ON, "namespace": "acme/orders", "tenant": "acme", "cluster": "CLUSTER"}
QUESTIONS = (
    "topic:PRODUCE", "topicPolicy:WRITE", "topic:LOOKUP", "namespace:GET_TOPICS", "namespacePolicy:WRITE",
    "tenant:LIST_NAMESPACES", "tenant:DELETE_TENANT", "center:SEE", "clusterPolicy:WRITE", "superUser:SUPER_USER",
)  # fmt: skip
HELD = ("nothing", "something on another cluster")


@pytest.fixture
def hidden(center: Center) -> Cluster:
    """A cluster with a tenant, a namespace and a topic, which are switched off."""
    return center.make(_hidden)


def _hidden(session: Session) -> Cluster:
    a_cluster(session, "seen")
    hidden = a_cluster(session, "hidden")
    orders = a_namespace(session, a_tenant(session, "acme", hidden), "orders")
    a_topic(session, orders, "created").is_valid = 2
    return hidden


@pytest.mark.parametrize("held", HELD)
def test_a_hidden_cluster_is_answered_like_an_absent_one(center: Center, hidden: Cluster, held: str) -> None:
    """By its name and by its number, now and in the past."""
    alice = center.make(a_user, "alice")
    client, revision = center.with_token(alice), center.read(trail.current_revision)
    if held == HELD[1]:
        center.make(a_grant, alice, [102], TENANT, center.make(a_tenant, "own", center.make(_seen)).id)
    past = [{}, {"as_of": revision}]

    def answers_about(**cluster: Any) -> list[Any]:
        name = str(cluster.get("cluster", "hidden"))
        questions = [
            {**cluster, "principal": "alice", "question": question, "resource_type": kind,
             "resource": resource.replace("CLUSTER", name)}
            for kind, resource in PLACES.items() for question in QUESTIONS
        ]  # fmt: skip
        answers = [client.post("/api/v1/access/check", json={"questions": questions, **as_of}) for as_of in past]
        answers += [
            client.post("/api/v1/access/explain", json={**body, **as_of}) for body in questions for as_of in past
        ]
        return [(answer.status_code, _plain(answer.json(), name)) for answer in answers]

    assert answers_about(cluster="hidden") == answers_about(cluster="absent")
    assert answers_about(cluster_id=hidden.id) == answers_about(cluster_id=987)


def _seen(session: Session) -> Cluster:
    return session.get_one(Cluster, 1)


def _plain(answer: Any, name: str) -> Any:
    """Without the moment, and what was asked."""
    shown = {key: value for key, value in answer.items() if key != "at"}
    return json.loads(json.dumps(shown).replace(name, "CLUSTER"))

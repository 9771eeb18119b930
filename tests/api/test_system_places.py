"""System topics and tenants of Pulsar are neither created nor granted; earlier ones can be deleted."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.resources.models import Cluster, Namespace
from tests.api.estate import ANY, Estate, problem
from tests.factories import NAMESPACE, TENANT, TOPIC, a_grant, a_namespace, a_tenant, a_topic, a_user

EVENTS = "persistent://acme/orders/__change_events"


@pytest.mark.parametrize(
    "name", ["__change_events", "__transaction_buffer_snapshot", "a-__transaction_pending_ack", "__"]
)
def test_system_topics_are_not_made(estate: Estate, name: str) -> None:
    _, namespace, _ = estate.topic()
    for domain in ("persistent", "non-persistent"):
        body = {"namespace_id": namespace["id"], "name": name, "domain": domain}
        assert problem(estate.root.post("/api/v1/topics", json=body)) == (422, "invalid_name")
    assert estate.make("topics", namespace_id=namespace["id"], name="_x")


def test_nothing_is_made_in_pulsars_tenant(estate: Estate) -> None:
    body: dict[str, Any] = {"name": "pulsar", "cluster_ids": [estate.cluster["id"]]}
    assert problem(estate.root.post("/api/v1/tenants", json=body)) == (422, "invalid_name")
    tenant, namespace = estate.center.make(_system_namespace, estate.cluster["id"])
    body = {"name": "mine", "tenant_id": tenant}
    assert problem(estate.root.post("/api/v1/namespaces", json=body)) == (422, "invalid_name")
    body = {"name": "mine", "namespace_id": namespace}
    assert problem(estate.root.post("/api/v1/topics", json=body)) == (422, "invalid_name")


def test_grants_on_system_places_are_refused(estate: Estate) -> None:
    _, orders, _ = estate.topic()
    tenant, namespace = estate.center.make(_system_namespace, estate.cluster["id"])
    topic = estate.center.make(_topic, orders["id"], "__change_events")
    role = estate.make("roles", name="readers")["id"]
    for kind, number, authority in ((TENANT, tenant, 104), (NAMESPACE, namespace, 203), (TOPIC, topic, 303)):
        body = {"role_id": role, "res_type": kind, "res_id": number, "authorities": [authority]}
        assert problem(estate.root.post("/api/v1/grants", json=body)) == (422, "system_place")
    for kind, name in ((TOPIC, EVENTS), (NAMESPACE, "pulsar/system"), (TENANT, "pulsar")):
        wish = {"res_type": kind, "resource": name, "authorities": [kind * 100 - 97], "reason": "transactions"}
        answer = estate.root.post("/api/v1/access-requests", json=wish)
        assert problem(answer) == (422, "system_place"), answer.text


def test_an_administrator_of_the_namespace_deletes_a_system_topic_made_earlier(estate: Estate) -> None:
    _, orders, created = estate.topic()
    topic = estate.center.make(_topic, orders["id"], "__change_events")
    keeper, other = estate.center.make(a_user, "keeper"), estate.center.make(a_user, "other")
    estate.center.make(a_grant, keeper, [204], NAMESPACE, orders["id"])
    estate.center.make(a_grant, other, [202, 203, 301], NAMESPACE, orders["id"])
    given = estate.center.make(a_grant, other, [303], TOPIC, topic).id
    deletion: dict[str, Any] = {"params": {"confirm": EVENTS, "cascade": True}, "headers": ANY}
    refused = estate.center.signed_in(other).delete(f"/api/v1/topics/{topic}", **deletion)
    assert (refused.status_code, refused.json()["reason"]) == (403, "NO_GRANT")
    by_keeper = estate.center.signed_in(keeper)
    assert by_keeper.delete(f"/api/v1/grants/{given}", headers=ANY).status_code == 204
    assert by_keeper.delete(f"/api/v1/topics/{topic}", **deletion).status_code == 202
    before = list(estate.pulsar.calls)
    estate.work()
    assert by_keeper.get(f"/api/v1/topics/{topic}").status_code == 404
    assert not [call for call in estate.pulsar.calls[len(before) :] if "__change_events" in str(call)]
    assert estate.root.get(f"/api/v1/topics/{created['id']}").status_code == 200


def test_a_system_topic_does_not_block_deleting_its_namespace(estate: Estate) -> None:
    _, orders, _ = estate.topic()
    estate.work()
    estate.center.make(_topic, orders["id"], "__change_events")
    keeper = estate.center.make(a_user, "keeper")
    estate.center.make(a_grant, keeper, [201, 204, 301], NAMESPACE, orders["id"])
    wish: dict[str, Any] = {"params": {"confirm": "acme/orders", "cascade": True}, "headers": ANY}
    assert estate.center.signed_in(keeper).delete(f"/api/v1/namespaces/{orders['id']}", **wish).status_code == 202
    estate.work()
    assert estate.root.get(f"/api/v1/namespaces/{orders['id']}").status_code == 404


def _system_namespace(session: Session, cluster: int) -> tuple[int, int]:
    """As somebody could make it before."""
    tenant = a_tenant(session, "pulsar", session.get_one(Cluster, cluster))
    return tenant.id, a_namespace(session, tenant, "system").id


def _topic(session: Session, namespace: int, name: str) -> int:
    return a_topic(session, session.get_one(Namespace, namespace), name).id

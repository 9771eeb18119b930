"""Before a deletion the clusters say what would be lost, but only to who may delete."""

from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from app.api.admission.fair_share import QUESTIONS
from app.resources import encryption_halves
from tests.api.estate import ANY, Estate, problem
from tests.factories import TENANT, TOPIC, a_grant, a_user
from tests.provisioning.fake_pulsar import FakePulsar, reason, stats_in_use

pytestmark = pytest.mark.any_database

CREATED = "persistent://acme/orders/created"


def loss(client: httpx.Client, path: str, number: int) -> dict[str, Any]:
    answer = client.get(f"/api/v1/{path}/{number}/loss")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_losses_include_topics_that_the_center_does_not_know(estate: Estate) -> None:
    tenant, namespace, topic = estate.topic()
    estate.work()
    estate.pulsar.topics["persistent://acme/orders/unknown to the center"] = 0
    estate.pulsar.stats[CREATED] = stats_in_use(1, 4096, billing=12)
    for path, place, topics in (("tenants", tenant, 2), ("namespaces", namespace, 2), ("topics", topic, 1)):
        found = loss(estate.root, path, place["id"])
        assert found["full_name"] == place["full_name"]
        [on] = found["clusters"]
        assert (on["cluster_id"], on["cluster"], on["state"]) == (estate.cluster["id"], estate.cluster["name"], "whole")
        assert (on["topics"], on["subscriptions"], on["backlog"], on["bytes"]) == (topics, 1, 12, 4096)
        assert (on["producers"], on["consumers"]) == (1, 1)
        assert on["largest"][0]["topic"] == CREATED
    assert [call for call in estate.pulsar.changes() if call[0] == "DELETE"] == []


def test_keys_that_go_are_counted(estate: Estate) -> None:
    """Those with a private half at the center; of a customer key nothing is lost."""
    tenant, namespace, topic = estate.topic()
    estate.work()
    own = encryption_halves.make("EC-P256").public
    places = (("tenants", tenant), ("namespaces", namespace), ("topics", topic))
    assert [loss(estate.root, path, place["id"])["encryption_keys"] for path, place in places] == [0, 0, 0]
    for path, place, body in (
        ("namespaces", namespace, {"name": "all", "algorithm": "EC-P256"}),
        ("topics", topic, {"name": "created", "algorithm": "EC-P256"}),
        ("topics", topic, {"name": "ours", "public_key": own}),
    ):
        estate.root.post(f"/api/v1/{path}/{place['id']}/encryption-keys", json=body).raise_for_status()
    versions = f"/api/v1/topics/{topic['id']}/encryption-keys/created/versions"
    estate.root.post(versions, json={}, headers=ANY).raise_for_status()
    estate.make("namespaces", name="other", tenant_id=tenant["id"])
    assert [loss(estate.root, path, place["id"])["encryption_keys"] for path, place in places] == [2, 2, 1]


def test_one_cluster_that_does_not_answer_hides_nothing_of_the_other(estate: Estate) -> None:
    with FakePulsar("other").running() as silent:
        other = estate.make("clusters", name="other", address="pulsar://127.0.0.1:6650", admin_url=silent.url)
        tenant = estate.make("tenants", name="acme", cluster_ids=[estate.cluster["id"], other["id"]])
        estate.work()
        silent.answer_always = reason(503, "not now")
        here, there = loss(estate.root, "tenants", tenant["id"])["clusters"]
    assert (here["state"], here["message"]) == ("whole", None)
    assert (there["cluster"], there["state"], there["message"]) == ("other", "unknown", "503: not now")


def test_losses_are_hidden_from_who_may_not_delete(estate: Estate) -> None:
    tenant, _, topic = estate.topic()
    estate.work()
    reader, deleter = (estate.center.make(a_user, name) for name in ("reader", "deleter"))
    estate.center.make(a_grant, reader, [303], TOPIC, topic["id"])
    estate.center.make(a_grant, deleter, [101], TENANT, tenant["id"])
    before = len(estate.pulsar.calls)
    assert problem(estate.center.with_token(reader).get(f"/api/v1/topics/{topic['id']}/loss"))[0] == 403
    assert problem(estate.center.with_token(reader).get("/api/v1/topics/987654321/loss"))[0] == 404
    assert len(estate.pulsar.calls) == before
    assert loss(estate.center.with_token(deleter), "tenants", tenant["id"])["clusters"][0]["state"] == "whole"


def test_questions_of_one_account_are_bounded(estate: Estate) -> None:
    tenant = estate.topic()[0]
    estate.work()
    shares = estate.center.app.state.questions
    with ExitStack() as taken:
        for _ in range(QUESTIONS):
            taken.enter_context(shares.of(estate.administrator.id))
        assert problem(estate.root.get(f"/api/v1/tenants/{tenant['id']}/loss")) == (429, "too_many_questions")

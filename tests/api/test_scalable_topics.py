"""A scalable topic (Pulsar 5) is a topic: made, held, explained, shown and deleted as others; a twin is another."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.estate import ANY, Estate, problem
from tests.api.live_cluster import STATS
from tests.api.live_estate import SUBSCRIPTION, Live
from tests.factories import NAMESPACE, TOPIC, a_grant, a_user

pytestmark = pytest.mark.any_database

WIDE = "topic://acme/orders/created"


def is_allowed(estate: Estate, question: str, resource: str, principal: str) -> bool:
    body = {"cluster_id": estate.cluster["id"], "principal": principal, "question": question}
    body |= {"resource_type": "topic", "resource": resource}
    answer = estate.root.post("/api/v1/access/check", json={"questions": [body]})
    assert answer.status_code == 200, answer.text
    return bool(answer.json()["answers"][0]["allowed"])


def test_who_makes_one_holds_everything_on_it_and_on_no_twin(estate: Estate) -> None:
    _, namespace, _ = estate.topic()
    creator = estate.center.make(a_user, "creator")
    estate.center.make(a_grant, creator, [300], NAMESPACE, namespace["id"])
    client = estate.center.signed_in(creator)
    made = estate.make("topics", client, namespace_id=namespace["id"], name="created", domain="topic")
    assert (made["full_name"], made["domain"], made["partitions"]) == (WIDE, "topic", 0)
    segment = "segment://acme/orders/created/0000-7fff-0"
    for place, allowed in {WIDE: True, segment: True, "persistent://acme/orders/created": False}.items():
        assert is_allowed(estate, "topic:PRODUCE", place, "creator") == allowed, place
    listed = client.get("/api/v1/topics", params={"domain": "topic"}).json()["items"]
    assert [topic["full_name"] for topic in listed] == [WIDE]
    found = client.get("/api/v1/names", params={"kind": "topic", "name": WIDE}).json()
    assert found["id"] == made["id"]
    estate.work()
    assert set(estate.pulsar.topics) == {WIDE, "persistent://acme/orders/created"}
    gone = client.delete(f"/api/v1/topics/{made['id']}", params={"confirm": WIDE}, headers=ANY)
    assert gone.status_code == 202, gone.text
    estate.work()
    assert set(estate.pulsar.topics) == {"persistent://acme/orders/created"}


@pytest.mark.parametrize("name", ["a-partition-3", "__x", "a/0000-7fff-0"])
def test_names_are_checked_as_those_of_other_topics(estate: Estate, name: str) -> None:
    _, namespace, _ = estate.topic()
    body = {"namespace_id": namespace["id"], "name": name, "domain": "topic"}
    assert problem(estate.root.post("/api/v1/topics", json=body)) == (422, "invalid_name")


def test_it_has_no_partitions_and_gets_none(estate: Estate) -> None:
    _, namespace, _ = estate.topic()
    body = {"namespace_id": namespace["id"], "name": "wide", "domain": "topic"}
    refused = estate.root.post("/api/v1/topics", json={**body, "partitions": 2})
    assert problem(refused) == (422, "invalid_partitions")
    made = estate.make("topics", None, **body)
    grown = estate.root.patch(f"/api/v1/topics/{made['id']}", json={"partitions": 2}, headers=ANY)
    assert problem(grown) == (422, "invalid_partitions")


def test_the_history_of_a_namespace_tells_of_it(estate: Estate) -> None:
    _, namespace, _ = estate.topic()
    estate.make("topics", None, namespace_id=namespace["id"], name="created", domain="topic")
    answer = estate.root.get("/api/v1/trail", params={"res_type": NAMESPACE, "res_id": namespace["id"]})
    assert answer.status_code == 200, answer.text
    assert WIDE in {entry["key"] for entry in answer.json()["items"]}


_CONSUMER = {"consumerName": "c-0", "address": "/10.1.2.3:4", "availablePermits": 9, "unackedMessages": 5}
_OF_5: dict[str, Any] = {
    "controllerBroker": "10.0.0.1:8080",
    "layout": {"epoch": 0, "segments": {}},
    "msgRateIn": 3.5,
    "byteRateIn": 35.0,
    "byteRateOut": 70.0,
    "storageSize": 670,
    "backlogSize": 335,
    "producers": [{"producerName": "p-0", "byteRateIn": 35.0, "accessMode": "Shared", "address": "/10.1.2.4:5"}],
    "subscriptions": {"billing": {"type": "STREAM", "msgBacklog": 10, "byteRateOut": 7.0, "consumers": [_CONSUMER]}},
}
"""As 5.0.1 answers it."""


@pytest.fixture
def wide(live: Live) -> Live:
    """The topic is the scalable one."""
    body = {"namespace_id": live.ids["namespace"], "name": "created", "domain": "topic"}
    live.ids["topic"] = live.estate.make("topics", None, **body)["id"]
    live.pulsar.answers_by |= {"/scalable/acme/orders/created": (200, {"segments": {}}, {})}
    live.pulsar.answers_by |= {"/created/stats": (200, _OF_5, {})}
    return live


def test_its_statistics_and_subscriptions_are_shown(wide: Live) -> None:
    answer = wide.read(wide.estate.root, "topics/{topic}/live/stats")
    stats, [producer] = answer["stats"], answer["producers"]
    assert (stats["msg_rate_in"], stats["msg_throughput_in"], stats["msg_throughput_out"]) == (3.5, 35.0, 70.0)
    assert (stats["owner_broker"], stats["storage_size"], stats["msg_backlog"]) == ("10.0.0.1:8080", 670, 10)
    assert (producer["name"], producer["msg_throughput"], answer["partitions"]) == ("p-0", 35.0, 0)
    [subscription] = wide.read(wide.estate.root, "topics/{topic}/live/subscriptions")["subscriptions"]
    assert (subscription["type"], subscription["msg_backlog"], subscription["cursors"]) == ("STREAM", 10, [])
    assert subscription["consumers"][0]["unacked_messages"] == 5


def test_what_the_center_does_not_do_there_is_refused_before_the_cluster_is_called(wide: Live) -> None:
    wide.pulsar.calls.clear()
    ledgers = wide.read(wide.estate.root, "topics/{topic}/live/internal-stats")
    assert (ledgers["code"], ledgers["stored"]) == ("not_for_scalable_topics", [])
    refused: dict[str, dict[str, Any]] = {"skip": {"messages": 3}, "expire": {"older_than_seconds": 60}}
    refused |= {"reset": {"to_position": "3:100"}}
    changes = {f"subscriptions/{kind}": {**SUBSCRIPTION, **values} for kind, values in refused.items()}
    for change, body in {**changes, "unload": {}}.items():
        answer = wide.estate.root.post(wide.path(f"topics/{{topic}}/live/{change}"), json=body)
        assert problem(answer) == (409, "not_for_scalable_topics"), change
    assert wide.pulsar.calls == []


def connected(wide: Live, consumers: list[dict[str, Any]]) -> None:
    billing = {**_OF_5["subscriptions"]["billing"], "consumers": consumers}
    wide.pulsar.answers_by["/created/stats"] = (200, {**_OF_5, "subscriptions": {"billing": billing}}, {})


@pytest.mark.parametrize(
    ("kind", "values", "call", "messages"),
    [
        ("reset", {"to_time": 1795756980000}, ("POST", "/seek?timestamp=1795756980000"), None),
        ("clear", {}, ("POST", "/skip-all"), 10),
        ("delete", {}, ("DELETE", ""), 10),
    ],
)
def test_a_subscription_is_changed_on_all_segments(
    wide: Live, kind: str, values: dict[str, Any], call: tuple[str, str], messages: int | None
) -> None:
    connected(wide, [])
    method, end = call
    wide.pulsar.answers_by[f"/subscriptions/billing{end}"] = (204, None, {})
    path, body = wide.path(f"topics/{{topic}}/live/subscriptions/{kind}"), {**SUBSCRIPTION, **values}
    manager = wide.holder("manager", TOPIC, wide.ids["topic"], 306)
    reader = wide.holder("reader", TOPIC, wide.ids["topic"], 304)
    assert problem(reader.post(path, json=body)) == (403, "not_allowed")
    rehearsed = manager.post(path, json=body, params={"dry_run": "true"})
    assert (rehearsed.json()["msg_backlog"], rehearsed.json()["messages"]) == (10, messages), rehearsed.text
    assert wide.pulsar.changes() == []
    assert manager.post(path, json=body).json() == rehearsed.json()
    assert wide.pulsar.changes() == [(method, f"/scalable/acme/orders/created/subscriptions/billing{end}")]


def test_a_subscription_that_there_is_not_is_not_changed(wide: Live) -> None:
    """Pulsar answers that it is done."""
    body = {"subscription": "unknown", "confirm": "unknown"}
    answer = wide.estate.root.post(wide.path("topics/{topic}/live/subscriptions/clear"), json=body)
    assert problem(answer) == (409, "not_on_cluster")


def test_one_whose_name_pulsar_would_take_for_another_is_not_changed(wide: Live) -> None:
    body = {"subscription": "a%2Fb", "confirm": "a%2Fb"}
    answer = wide.estate.root.post(wide.path("topics/{topic}/live/subscriptions/clear"), json=body)
    assert problem(answer) == (409, "name_not_callable")
    assert wide.pulsar.changes() == []


@pytest.mark.parametrize("force", [False, True])
def test_one_with_consumers_is_not_deleted(wide: Live, force: bool) -> None:
    """Pulsar answers that it is, and keeps it."""
    connected(wide, [_CONSUMER])
    body = {**SUBSCRIPTION, "force": force}
    answer = wide.estate.root.post(wide.path("topics/{topic}/live/subscriptions/delete"), json=body)
    assert problem(answer) == (409, "not_for_scalable_topics")
    assert wide.pulsar.changes() == []


def test_one_that_is_gone_is_not_on_the_cluster(wide: Live) -> None:
    """Statistics of one that is gone are an internal error of the broker."""
    wide.pulsar.answers_by["/scalable/acme/orders/created"] = (404, {"reason": "Scalable topic not found"}, {})
    wide.pulsar.answers_by["/created/stats"] = (500, {"reason": "Failed to initialize controller"}, {})
    assert wide.read(wide.estate.root, "topics/{topic}/live/stats")["code"] == "not_on_cluster"


def test_a_persistent_topic_is_asked_as_before(live: Live) -> None:
    assert live.read(live.estate.root, "topics/{topic}/live/stats")["stats"]["storage_size"] == STATS["storageSize"]

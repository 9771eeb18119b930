"""Changes on clusters need the right, can be rehearsed, and are recorded."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.estate import problem
from tests.api.live_cluster import TOPIC, server_error
from tests.api.live_estate import SUBSCRIPTION, Live
from tests.factories import NAMESPACE
from tests.factories import TOPIC as TOPIC_TYPE

pytestmark = pytest.mark.any_database


def operations(live: Live) -> list[tuple[str, str]]:
    entries = live.estate.root.get("/api/v1/trail", params={"entity": "cluster_operation"}).json()["items"]
    return [(entry["action"].partition(".")[2], entry["key"]) for entry in entries]


CHANGES: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "reset": ({"to_position": "3:100"}, "reset_subscription", "POST", "/resetcursor"),
    "skip": ({"messages": 3}, "skip_messages", "POST", "/skip/3"),
    "clear": ({}, "clear_backlog", "POST", "/skip_all"),
    "expire": ({"older_than_seconds": 60}, "expire_messages", "POST", "/expireMessages/60"),
    "delete": ({}, "delete_subscription", "DELETE", "?force=false"),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_a_change_is_rehearsed_confirmed_recorded_and_done_once(live: Live, kind: str) -> None:
    values, verb, method, end = CHANGES[kind]
    path, body = live.path(f"topics/{{topic}}/live/subscriptions/{kind}"), {**SUBSCRIPTION, **values}
    manager = live.holder("manager", TOPIC_TYPE, live.ids["topic"], 306)
    rehearsed = manager.post(path, json={**values, "subscription": "billing"}, params={"dry_run": "true"})
    assert rehearsed.status_code == 200, rehearsed.text
    assert (rehearsed.json()["msg_backlog"], rehearsed.json()["consumers"]) == (14, 3)
    assert problem(manager.post(path, json={**values, "subscription": "billing"})) == (422, "confirmation_needed")
    assert (live.pulsar.changes(), operations(live)) == ([], [])
    for _ in range(2):
        done = manager.post(path, json=body, headers={"Idempotency-Key": "once"})
        assert done.json() == rehearsed.json()
    [(called, to)] = live.pulsar.changes()
    assert (called, to.endswith(end)) == (method, True), to
    assert operations(live) == [(verb, TOPIC)]


def test_a_refusal_is_recorded_and_the_key_is_free_again(live: Live) -> None:
    live.pulsar.answers_by["/skip_all"] = server_error()
    path = live.path("topics/{topic}/live/subscriptions/clear")
    for _ in range(2):
        answer = live.estate.root.post(path, json=SUBSCRIPTION, headers={"Idempotency-Key": "again"})
        assert problem(answer) == (502, "cluster_refused")
    del live.pulsar.answers_by["/skip_all"]
    answer = live.estate.root.post(path, json=SUBSCRIPTION, headers={"Idempotency-Key": "again"})
    assert answer.status_code == 200, answer.text
    assert [verb for verb, _ in operations(live)] == ["clear_backlog", "fail", "clear_backlog", "fail", "clear_backlog"]


def test_live_changes_need_a_right(live: Live) -> None:
    clear, unload = live.path("topics/{topic}/live/subscriptions/clear"), live.path("topics/{topic}/live/unload")
    bundles = live.path("namespaces/{namespace}/live/unload")
    topic, namespace = live.ids["topic"], live.ids["namespace"]
    reader = live.holder("reader", TOPIC_TYPE, topic, 303)
    owner = live.holder("owner", TOPIC_TYPE, topic, 304)
    auditor = live.holder("auditor", TOPIC_TYPE, topic, 307)
    operator = live.holder("operator", NAMESPACE, namespace, 204)
    for client in (reader, owner, auditor, operator):
        assert problem(client.post(clear, json=SUBSCRIPTION)) == (403, "not_allowed")
    for client in (reader, auditor):
        assert problem(client.post(unload, json={})) == (403, "not_allowed")
        assert problem(client.post(bundles, json={})) == (403, "not_allowed")
    assert live.pulsar.changes() == []
    assert owner.post(unload, json={}).status_code == 200
    assert operator.post(bundles, json={"bundle": "0x00000000_0x80000000"}).status_code == 200
    split = live.path("namespaces/{namespace}/live/split")
    assert operator.post(split, json={"bundle": "0x00000000_0x80000000", "unload": True}).status_code == 200
    assert problem(operator.post(split, json={"bundle": "0x10000000_0x80000000"})) == (422, "invalid_input")
    assert [path for _, path in live.pulsar.changes()] == [
        "/persistent/acme/orders/created/unload",
        "/namespaces/acme/orders/0x00000000_0x80000000/unload",
        "/namespaces/acme/orders/0x00000000_0x80000000/split?unload=true",
    ]
    assert [verb for verb, _ in operations(live)] == ["unload", "unload", "split_bundle"]


def test_a_reader_manages_its_own_subscription(live: Live) -> None:
    reader = live.holder("billing", TOPIC_TYPE, live.ids["topic"], 303)
    path = live.path("topics/{topic}/live/subscriptions/clear")
    assert reader.post(path, json=SUBSCRIPTION).status_code == 200
    other = {"subscription": "shipping", "confirm": "shipping"}
    assert problem(reader.post(path, json=other)) == (403, "not_allowed")


def test_an_auditor_of_the_place_reads_its_operations(live: Live) -> None:
    live.estate.root.post(live.path("topics/{topic}/live/subscriptions/clear"), json=SUBSCRIPTION)
    for name, kind, number, authority in (
        ("on.topic", TOPIC_TYPE, live.ids["topic"], 307),
        ("on.namespace", NAMESPACE, live.ids["namespace"], 207),
    ):
        auditor = live.holder(name, kind, number, authority)
        query = {"res_type": str(kind), "res_id": str(number), "entity": "cluster_operation"}
        [entry] = auditor.get("/api/v1/trail", params=query).json()["items"]
        assert (entry["action"], entry["after"]["subscription"]) == ("cluster_operation.clear_backlog", "billing")


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("reset", SUBSCRIPTION),
        ("reset", {**SUBSCRIPTION, "to_time": 1, "to_position": "3:1"}),
        ("reset", {**SUBSCRIPTION, "to_position": "3"}),
        ("reset", {**SUBSCRIPTION, "to_time": -1}),
        ("skip", {**SUBSCRIPTION, "messages": 0}),
        ("skip", {**SUBSCRIPTION, "messages": 1, "partition": 4}),
        ("expire", {**SUBSCRIPTION, "older_than_seconds": 0}),
        ("clear", {"subscription": "", "confirm": ""}),
        ("clear", {**SUBSCRIPTION, "cluster_id": 98765}),
        ("delete", {**SUBSCRIPTION, "nobody": "knows"}),
    ],
)
def test_bad_input_is_refused_before_anything_is_done(live: Live, kind: str, body: dict[str, Any]) -> None:
    answer = live.estate.root.post(live.path(f"topics/{{topic}}/live/subscriptions/{kind}"), json=body)
    assert answer.status_code == 422, answer.text
    assert (live.pulsar.changes(), operations(live)) == ([], [])


def test_a_missing_subscription_is_refused(live: Live) -> None:
    path = live.path("topics/{topic}/live/subscriptions/clear")
    answer = live.estate.root.post(path, json={"subscription": "nosuch", "confirm": "nosuch"})
    assert problem(answer) == (409, "not_on_cluster")
    assert operations(live) == []

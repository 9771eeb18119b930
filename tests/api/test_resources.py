"""Tenants, namespaces and topics: who may create, see, change and delete them."""

from typing import Any

import pytest

from tests.api.estate import ANY, Estate, problem
from tests.factories import CLUSTER, NAMESPACE, TENANT, TOPIC, a_grant, a_user
from tests.names import PARTS, TAKEN, TOPICS, TWINS


def test_created_resources_become_ready(estate: Estate) -> None:
    tenant, namespace, topic = estate.topic()
    assert topic["full_name"] == "persistent://acme/orders/created"
    assert (namespace["full_name"], namespace["bundles"]) == ("acme/orders", 4)
    state = {"cluster_id": estate.cluster["id"], "cluster": "prod", "action": "create", "state": "pending"}
    assert topic["provisioning"]["state"] == "pending"
    assert state.items() <= topic["provisioning"]["clusters"][0].items()
    assert estate.work() == 3
    for kind, item in (("tenants", tenant), ("namespaces", namespace), ("topics", topic)):
        assert estate.root.get(f"/api/v1/{kind}/{item['id']}").json()["provisioning"]["state"] == "ready"
        assert [listed["id"] for listed in estate.root.get(f"/api/v1/{kind}").json()["items"]] == [item["id"]]
    assert list(estate.pulsar.topics) == ["persistent://acme/orders/created"]


@pytest.mark.parametrize(
    ("authority", "kind", "grantable_on"),
    [(100, "tenants", CLUSTER), (200, "namespaces", TENANT), (300, "topics", NAMESPACE)],
)
def test_creating_needs_the_right_on_the_parent_and_gives_every_right_on_the_child(
    estate: Estate, authority: int, kind: str, grantable_on: int
) -> None:
    tenant, namespace, _ = estate.topic()
    parents = {CLUSTER: estate.cluster["id"], TENANT: tenant["id"], NAMESPACE: namespace["id"]}
    body: dict[str, Any] = {
        "tenants": {"name": "mine", "cluster_ids": [estate.cluster["id"]]},
        "namespaces": {"name": "mine", "tenant_id": tenant["id"]},
        "topics": {"name": "mine", "namespace_id": namespace["id"]},
    }[kind]
    person = estate.center.make(a_user)
    client = estate.center.signed_in(person)
    assert problem(client.post(f"/api/v1/{kind}", json=body)) == (404, "not_found")
    estate.center.make(a_grant, person, [authority + 3], grantable_on, parents[grantable_on])
    refused = client.post(f"/api/v1/{kind}", json=body)
    assert problem(refused) == (403, "not_allowed")
    assert refused.json()["reason"] == "NO_GRANT"
    estate.center.make(a_grant, person, [authority], grantable_on, parents[grantable_on])
    made = estate.make(kind, client, **body)
    found = client.get(f"/api/v1/grants?res_type={grantable_on + 1}&res_id={made['id']}").json()["items"]
    assert [(grant["user_id"], grant["granted_by"]) for grant in found] == [(person.id, person.username)]
    numbers = {right["id"] for right in found[0]["authorities"]}
    assert {301, 302, 303, 304, 306} <= numbers
    assert authority not in numbers
    assert client.patch(f"/api/v1/{kind}/{made['id']}", json={"remark": "x"}, headers=ANY).status_code == 200


def test_what_a_sub_account_makes_belongs_to_its_main_account_too(estate: Estate) -> None:
    main = estate.center.make(a_user)
    sub = estate.center.make(a_user, parent=main)
    client = estate.center.signed_in(sub)
    body = {"name": "mine", "cluster_ids": [estate.cluster["id"]]}
    estate.center.make(a_grant, sub, [100], CLUSTER, estate.cluster["id"])
    assert problem(client.post("/api/v1/tenants", json=body)) == (404, "not_found")
    estate.center.make(a_grant, main, [100], CLUSTER, estate.cluster["id"])
    tenant = estate.make("tenants", client, **body)
    for caller in (client, estate.center.signed_in(main)):
        answer = caller.patch(f"/api/v1/tenants/{tenant['id']}", json={"remark": "x"}, headers=ANY)
        assert answer.status_code == 200


def test_a_tenant_needs_the_right_on_each_of_its_clusters(estate: Estate) -> None:
    body = {"name": "west", "address": "pulsar://127.0.0.1:1", "admin_url": "http://127.0.0.1:1"}
    west = estate.make("clusters", None, **body)
    person = estate.center.make(a_user)
    client = estate.center.signed_in(person)
    estate.center.make(a_grant, person, [100], CLUSTER, estate.cluster["id"])
    estate.center.make(a_grant, person, [103], CLUSTER, west["id"])
    both = {"name": "mine", "cluster_ids": [estate.cluster["id"], west["id"]]}
    assert problem(client.post("/api/v1/tenants", json=both)) == (403, "not_allowed")
    estate.center.make(a_grant, person, [100], CLUSTER, west["id"])
    assert estate.make("tenants", client, **both)["cluster_ids"] == sorted(both["cluster_ids"])


def test_duplicates_and_wrong_names(estate: Estate) -> None:
    tenant, namespace, _ = estate.topic()
    bodies = {
        "tenants": {"cluster_ids": [estate.cluster["id"]]},
        "namespaces": {"tenant_id": tenant["id"]},
        "topics": {"namespace_id": namespace["id"]},
    }
    for (kind, body), taken in zip(bodies.items(), ("acme", "orders", "created"), strict=True):
        assert problem(estate.root.post(f"/api/v1/{kind}", json={**body, "name": taken})) == (409, "exists")
        estate.make(kind, None, **body, name=taken.upper())
        for name in ("", *(name.text for name in (TOPICS if kind == "topics" else PARTS) if name.center != "taken")):
            answer = estate.root.post(f"/api/v1/{kind}", json={**body, "name": name})
            assert problem(answer) == (422, "invalid_name"), name
            assert answer.json()["errors"][0]["field"] == "name"
    partition = {**bodies["topics"], "name": "a-partition-3"}
    assert problem(estate.root.post("/api/v1/topics", json=partition)) == (422, "invalid_name")
    estate.make("topics", None, **bodies["topics"], name="created", domain="non-persistent")
    unknown = {"name": "x", "cluster_ids": [99999]}
    assert problem(estate.root.post("/api/v1/tenants", json=unknown)) == (404, "not_found")


def test_a_topic_of_any_name_is_made_found_and_asked_about(estate: Estate) -> None:
    _, namespace, _ = estate.topic()
    person = estate.center.make(a_user)
    ids = {}
    for name in dict.fromkeys([*TAKEN, *(name for twins in TWINS for name in twins)]):
        ids[name] = estate.make("topics", None, namespace_id=namespace["id"], name=name)["id"]
        estate.center.make(a_grant, person, [303], TOPIC, ids[name])
    assert len(set(ids.values())) == len(ids)
    client = estate.center.signed_in(person)
    for name, number in ids.items():
        full = f"persistent://acme/orders/{name}"
        found = client.get("/api/v1/names", params={"kind": "topic", "name": full})
        assert found.json() == {"kind": "topic", "id": number, "name": full}
        question = {
            "principal": person.username,
            "question": "topic:CONSUME",
            "resource_type": "topic",
            "resource": full,
        }
        answer = client.post("/api/v1/access/explain", json={**question, "cluster_id": estate.cluster["id"]})
        assert answer.json()["allowed"], answer.text
        assert client.get(f"/api/v1/topics/{number}").json()["full_name"] == full
    for name in ("a ", "created "):  # MariaDB and MySQL take it for the one without the blank
        query = {"kind": "topic", "name": f"persistent://acme/orders/{name}"}
        assert estate.root.get("/api/v1/names", params=query).status_code == 404
    while estate.work():
        pass
    assert {f"persistent://acme/orders/{name}" for name in ids} < set(estate.pulsar.topics)


def test_nothing_is_created_below_an_invalid_or_deleted_parent(estate: Estate) -> None:
    tenant, namespace, _ = estate.topic()
    path = f"/api/v1/tenants/{tenant['id']}"
    estate.root.patch(path, json={"is_valid": 2}, headers=ANY)
    wishes: dict[str, dict[str, Any]] = {
        "namespaces": {"tenant_id": tenant["id"], "name": "x"},
        "topics": {"namespace_id": namespace["id"], "name": "x"},
    }
    for kind, body in wishes.items():
        assert problem(estate.root.post(f"/api/v1/{kind}", json=body)) == (409, "parent_invalid")
    assert estate.root.patch(path, json={"is_valid": 1}, headers=ANY).json()["is_valid"] == 1
    estate.make("topics", None, **wishes["topics"])
    assert estate.root.delete(f"{path}?confirm=acme&cascade=true", headers=ANY).status_code == 202
    for kind, body in wishes.items():
        assert problem(estate.root.post(f"/api/v1/{kind}", json=body)) == (409, "parent_deleting")
    assert problem(estate.root.patch(path, json={"remark": "x"}, headers=ANY)) == (409, "deleting")


def test_invalid_and_deleting_are_in_the_snapshot_at_once(estate: Estate) -> None:
    tenant, _, topic = estate.topic()
    secret = estate.root.post(f"/api/v1/clusters/{estate.cluster['id']}/credentials").json()["credential"]
    broker = estate.center.client(Authorization=f"Bearer {secret}")
    estate.root.patch(f"/api/v1/topics/{topic['id']}", json={"is_valid": 2}, headers=ANY)
    assert broker.get("/api/broker/v1/snapshot").json()["invalid"] == [topic["full_name"]]
    estate.root.delete(f"/api/v1/tenants/{tenant['id']}?confirm=acme&cascade=true", headers=ANY)
    assert "acme" in broker.get("/api/broker/v1/snapshot").json()["invalid"]
    estate.work()
    assert broker.get("/api/broker/v1/snapshot").json()["invalid"] == []


def test_partitions_only_grow(estate: Estate) -> None:
    _, namespace, plain = estate.topic()
    parts = estate.make("topics", None, namespace_id=namespace["id"], name="parts", partitions=2)
    path = f"/api/v1/topics/{parts['id']}"
    grown = estate.root.patch(path, json={"partitions": 5}, headers=ANY).json()
    assert (grown["partitions"], grown["provisioning"]["state"]) == (5, "pending")
    estate.work()
    assert estate.pulsar.topics["persistent://acme/orders/parts"] == 5
    assert problem(estate.root.patch(path, json={"partitions": 3}, headers=ANY)) == (422, "invalid_partitions")
    assert estate.root.patch(path, json={"partitions": 5}, headers=ANY).status_code == 200
    none = f"/api/v1/topics/{plain['id']}"
    assert problem(estate.root.patch(none, json={"partitions": 3}, headers=ANY)) == (422, "invalid_partitions")


def test_deleting_asks_first_then_takes_everything(estate: Estate) -> None:
    tenant, namespace, topic = estate.topic()
    other = estate.center.make(a_user)
    grant = estate.center.make(a_grant, other, [302], TOPIC, topic["id"])
    estate.work()
    path = f"/api/v1/topics/{topic['id']}"
    assert problem(estate.root.delete(f"{path}?confirm=created", headers=ANY)) == (422, "confirmation_needed")
    refused = estate.root.delete(path, params={"confirm": topic["full_name"]}, headers=ANY)
    assert problem(refused) == (409, "has_children")
    assert [(listed["id"], listed["role"]) for listed in refused.json()["grants"]] == [(grant.id, other.username)]
    refused = estate.root.delete(f"/api/v1/tenants/{tenant['id']}?confirm=acme", headers=ANY)
    assert [child["full_name"] for child in refused.json()["children"]] == ["acme/orders"]
    deleted = estate.root.delete(f"/api/v1/tenants/{tenant['id']}?confirm=acme&cascade=true", headers=ANY)
    assert (deleted.status_code, deleted.json()["deleting"], deleted.json()["is_valid"]) == (202, True, 2)
    again = estate.root.delete(f"/api/v1/tenants/{tenant['id']}?confirm=acme", headers=ANY)
    assert again.status_code == 202
    assert estate.work() == 3
    for kind, item in (("tenants", tenant), ("namespaces", namespace), ("topics", topic)):
        assert estate.root.get(f"/api/v1/{kind}/{item['id']}").status_code == 404
    assert estate.root.get(f"/api/v1/grants/{grant.id}").status_code == 404
    assert not estate.pulsar.tenants


def test_deleting_needs_the_right_on_each_level(estate: Estate) -> None:
    tenant, namespace, _ = estate.topic()
    person = estate.center.make(a_user)
    client = estate.center.signed_in(person)
    path = f"/api/v1/tenants/{tenant['id']}?confirm=acme&cascade=true"
    assert problem(client.delete(path, headers=ANY)) == (404, "not_found")
    estate.center.make(a_grant, person, [104], TENANT, tenant["id"])
    assert problem(client.delete(path, headers=ANY)) == (403, "not_allowed")
    for authority, lacking in ((101, "created"), (301, "acme/orders")):
        estate.center.make(a_grant, person, [authority], TENANT, tenant["id"])
        refused = client.delete(path, headers=ANY)
        assert problem(refused) == (403, "not_allowed")
        assert lacking in refused.json()["detail"]
    estate.center.make(a_grant, person, [201], NAMESPACE, namespace["id"])
    assert client.delete(path, headers=ANY).status_code == 202


def test_a_failed_deletion_is_visible_and_can_be_retried(estate: Estate) -> None:
    _, _, topic = estate.topic()
    estate.work()
    path = f"/api/v1/topics/{topic['id']}"
    estate.pulsar.answer_always = (412, {"reason": "Topic has 1 connected producers/consumers"}, {})
    estate.root.delete(path, params={"confirm": topic["full_name"]}, headers=ANY)
    for _ in range(estate.center.settings.provisioning_attempts):
        estate.root.post(f"{path}/retry")
        estate.work()
    shown = estate.root.get(path).json()["provisioning"]["clusters"][0]
    assert (shown["action"], shown["message"]) == ("delete", "412: Topic has 1 connected producers/consumers")
    estate.pulsar.answer_always = None
    assert estate.root.post(f"{path}/retry").json()["provisioning"]["state"] == "pending"
    estate.work()
    assert estate.root.get(path).status_code == 404


def test_a_waiting_job_reports_why_its_predecessor_waits(estate: Estate) -> None:
    """It was made after the last attempt and waits for the same next one."""
    tenant, namespace, _ = estate.topic()
    estate.pulsar.answer_always = (412, {"reason": "not now"}, {})
    estate.work()
    body = {"namespace_id": namespace["id"], "name": "later"}
    made = estate.root.post("/api/v1/topics", json=body).json()
    assert made["provisioning"]["clusters"][0]["message"] is None, "it was not tried yet"
    for path in (f"namespaces/{namespace['id']}", f"topics/{made['id']}"):
        shown = estate.root.get(f"/api/v1/{path}").json()["provisioning"]
        assert (shown["state"], shown["clusters"][0]["message"]) == ("pending", "412: not now"), path
    estate.pulsar.answer_always = None
    for path in (f"tenants/{tenant['id']}", f"namespaces/{namespace['id']}", f"topics/{made['id']}"):
        estate.root.post(f"/api/v1/{path}/retry")
        estate.work()
    shown = estate.root.get(f"/api/v1/topics/{made['id']}").json()["provisioning"]
    assert (shown["state"], shown["clusters"][0]["message"]) == ("ready", None)


def test_odd_values_are_refused(estate: Estate) -> None:
    _, namespace, topic = estate.topic()
    path = f"/api/v1/topics/{topic['id']}"
    for change in (
        {"is_valid": 3},
        {"is_valid": None},
        {"partitions": -1},
        {"partitions": None},
        {"remark": "x" * 257},
    ):
        assert problem(estate.root.patch(path, json=change, headers=ANY)) == (422, "invalid_input")
    assert problem(estate.root.patch(path, json={"name": "x"}, headers=ANY)) == (422, "unknown_field")
    wish = {"namespace_id": namespace["id"], "name": "x"}
    for more in ({"domain": "volatile"}, {"partitions": 10_001}, {"partitions": "3"}, {"partitions": True}):
        assert problem(estate.root.post("/api/v1/topics", json={**wish, **more})) == (422, "invalid_input")
    wish = {"tenant_id": namespace["tenant_id"], "name": "x"}
    for bundles in (0, 1025, 4096):
        assert problem(estate.root.post("/api/v1/namespaces", json={**wish, "bundles": bundles})) == (
            422,
            "invalid_input",
        )

"""Named lists of networks: a change applies to all they limit; lists in use stay."""

from typing import Any

import httpx
import pytest
from sqlalchemy import select

from app.audit.trail import trail
from app.brokers import snapshot_delta
from app.resources.models import Cluster
from app.rights import snapshot_records
from tests.api.addresses import ELSEWHERE, INSIDE, NETWORK, client
from tests.api.given import ANY, GRANTS, Business, refusal
from tests.center import Center
from tests.factories import NAMESPACE, a_cluster, a_tenant, a_user, an_administrator

NETWORKS, USERS = "/api/v1/networks", "/api/v1/users"


def test_a_list_is_made_read_changed_and_deleted(center: Center, admin: httpx.Client) -> None:
    made = admin.post(NETWORKS, json={"name": "office", "networks": ["10.1.0.0/16", "2001:db8::/32", "10.0.0.7"]})
    assert (made.status_code, made.json()["networks"]) == (201, ["10.0.0.7/32", "10.1.0.0/16", "2001:db8::/32"])
    path = f"{NETWORKS}/{made.json()['id']}"
    anybody = center.with_token(center.make(a_user))
    assert anybody.get(path).json() == made.json()
    assert [entry["name"] for entry in anybody.get(NETWORKS, params={"q": "off"}).json()["items"]] == ["office"]
    for answer in (anybody.post(NETWORKS, json={"name": "mine", "networks": []}), anybody.delete(path, headers=ANY)):
        assert answer.status_code == 403
    changed = admin.patch(path, json={"networks": []}, headers={"If-Match": made.headers["etag"]})
    assert (changed.status_code, changed.json()["networks"], changed.json()["name"]) == (200, [], "office")
    assert admin.delete(path, headers=ANY).status_code == 204
    assert admin.get(path).status_code == 404


@pytest.mark.parametrize(
    "network", ["10.1.2.3/16", "10.0.0.0/33", "office", "@office", "::ffff:10.0.0.0/104", "fe80::1%eth0/128", "1"]
)
@pytest.mark.any_database
def test_what_is_no_network_is_refused(admin: httpx.Client, network: str) -> None:
    answer = admin.post(NETWORKS, json={"name": "office", "networks": ["10.9.0.0/16", network]})
    assert (answer.status_code, answer.json()["code"], answer.json()["network"]) == (422, "invalid_network", network)


@pytest.mark.parametrize(
    ("network", "meant"), [("10.1.2.3/16", "10.1.0.0/16"), ("office", "@office"), ("10.0.0.0/33", None)]
)
@pytest.mark.any_database
def test_an_invalid_network_is_refused_with_a_suggestion(admin: httpx.Client, network: str, meant: str | None) -> None:
    user = admin.post(USERS, json={"username": "bob", "kind": "person"}).json()
    answer = admin.patch(f"{USERS}/{user['id']}", json={"networks": [network]}, headers=ANY)
    assert (answer.json()["code"], answer.json()["meant"]) == ("invalid_network", meant)


@pytest.mark.parametrize("name", ["", "@a", "a b", "ä", "x" * 65])
@pytest.mark.any_database
def test_names_are_plain(admin: httpx.Client, name: str) -> None:
    assert admin.post(NETWORKS, json={"name": name, "networks": []}).status_code == 422


def _list(admin: httpx.Client, networks: list[str], name: str = "office") -> str:
    return f"{NETWORKS}/{admin.post(NETWORKS, json={'name': name, 'networks': networks}).json()['id']}"


def test_a_changed_list_applies_at_once_and_is_sent_to_brokers(center: Center) -> None:
    cluster = center.make(a_cluster)
    tenant = center.make(a_tenant, "acme", cluster)
    admin = center.signed_in(center.make(an_administrator))
    path = _list(admin, [NETWORK])
    alice, bob = center.make(a_user, "alice"), center.make(a_user, "bob")
    on_tenant = {"res_type": 2, "res_id": tenant.id, "authorities": [103], "limits": {"networks": ["@office"]}}
    grant = admin.post(GRANTS, json={"user_id": alice.id, **on_tenant}).json()
    assert grant["limits"]["networks"] == ["@office"]
    kept = admin.patch(f"{USERS}/{bob.id}", json={"networks": ["@office", "10.0.0.0/24"]}, headers=ANY)
    assert kept.json()["networks"] == ["10.0.0.0/24", "@office"]
    before = center.read(trail.current_revision)
    assert admin.patch(path, json={"networks": [ELSEWHERE]}, headers=ANY).status_code == 200
    changes = center.read(lambda s: snapshot_delta.changes_after(s, cluster.id, before))
    assert changes is not None
    (record,) = changes["set"]["grants"]
    assert record["auth"] == []
    assert record["limits"]["networks"] == [ELSEWHERE]
    (user,) = changes["set"]["users"]
    assert user["name"] == "bob"
    assert user["limits"]["networks"] == ["10.0.0.0/24", ELSEWHERE]
    assert changes["revision"] == before + 1
    whole = center.read(
        lambda s: [line for line in snapshot_records.grants(s, cluster.id) if line["id"] == grant["id"]]
    )
    assert whole == [record]
    texts = center.read(lambda s: [text for text in snapshot_records.grant_texts(s, cluster.id) if ELSEWHERE in text])
    assert len(texts) == 1


def test_a_list_in_use_stays(center: Center, admin: httpx.Client) -> None:
    path, other = _list(admin, [NETWORK]), _list(admin, [NETWORK], "Office")
    admin.patch(f"{USERS}/{center.make(a_user).id}", json={"networks": ["@office"]}, headers=ANY)
    answer = admin.delete(path, headers=ANY)
    assert (answer.status_code, answer.json()["code"], answer.json()["users"]) == (409, "network_in_use", 1)
    assert admin.delete(other, headers=ANY).status_code == 204


def test_the_audit_log_says_whose_secret_follows_the_list(center: Center, admin: httpx.Client) -> None:
    path, service = _list(admin, [NETWORK]), center.make(a_user, "billing", kind="service")
    made = admin.post(f"{USERS}/{service.id}/client-secrets", json={"networks": ["@office"]})
    assert made.status_code == 201, made.text
    assert admin.patch(path, json={"networks": [ELSEWHERE]}, headers=ANY).status_code == 200
    entries = center.read(lambda s: [entry for entry in trail.entries(s) if entry.action == "client_secret.update"])
    assert [(content["user"], content["cidrs"]) for content in _contents(entries)] == [
        ("billing", [NETWORK]),
        ("billing", [ELSEWHERE]),
    ]


def _contents(entries: list[Any]) -> list[dict[str, Any]]:
    lines = [trail.export_line(entry) for entry in entries]
    return [line[side] for line in lines for side in ("before", "after")]


def test_unknown_lists_are_refused(center: Center, admin: httpx.Client) -> None:
    answer = admin.patch(f"{USERS}/{center.make(a_user).id}", json={"networks": ["@nowhere"]}, headers=ANY)
    assert (answer.status_code, answer.json()["code"], answer.json()["name"]) == (422, "unknown_network", "nowhere")


def test_emptying_a_list_is_refused_when_it_locks_out_administrators(center: Center, business: Business) -> None:
    admin = center.make(an_administrator)
    browser = center.signed_in(admin)
    path = _list(browser, [NETWORK])
    assert browser.patch(f"{USERS}/{admin.id}", json={"networks": ["@office"]}, headers=ANY).status_code == 200
    answer = browser.patch(path, json={"networks": []}, headers=ANY)
    assert (answer.status_code, answer.json()["code"]) == (409, "last_administrator")
    center.make(an_administrator, "second")
    answer = browser.patch(path, json={"networks": ["127.0.9.0/24"]}, headers=ANY)
    assert (answer.status_code, answer.json()["code"]) == (422, "would_lock_out")
    assert browser.get(path).json()["networks"] == [NETWORK]


def test_a_grant_with_an_empty_list_never_counts(business: Business) -> None:
    browser = business.center.signed_in(business.center.make(an_administrator))
    _list(browser, [], "nobody")
    where: dict[str, Any] = {"res_type": NAMESPACE, "res_id": business.namespace.id}
    body = {"user_id": business.third.id, "authorities": [204], "limits": {"networks": ["@nobody"]}, **where}
    assert browser.post(GRANTS, json=body).status_code == 201
    reader = client(business.center, INSIDE)
    reader.headers["Authorization"] = business.center.with_token(business.third).headers["Authorization"]
    assert reader.get(f"/api/v1/namespaces/{business.namespace.id}").status_code == 404


def test_within_an_empty_list_a_sub_account_gets_what_its_main_account_holds(business: Business) -> None:
    _list(business.center.signed_in(business.center.make(an_administrator)), [], "nobody")
    nowhere = {"limits": {"networks": ["@nobody"]}}
    business.grant(business.owner, business.partner, [303])
    before = business.rows()
    answer = business.give(business.owner, business.partner_app, [302], **nowhere)
    assert refusal(business, answer, before) == (409, "main_account_does_not_hold")
    business.grant(business.owner, business.partner_app, [303], **nowhere)


def test_rights_within_an_emptied_list_are_shown_and_never_allow(center: Center, admin: httpx.Client) -> None:
    business = Business(center)
    cluster = center.read(lambda session: session.scalars(select(Cluster.name)).one())
    office = admin.post(NETWORKS, json={"name": "office", "networks": [NETWORK]}).json()["id"]
    user, owner = business.partner, center.with_token(business.owner)
    business.grant(business.owner, user, [303], limits={"networks": ["@office"]})
    assert admin.patch(f"{NETWORKS}/{office}", json={"networks": []}, headers=ANY).status_code == 200
    question = {"question": "topic:CONSUME", "resource_type": "topic", "resource": "persistent://acme/orders/created"}
    body = {"cluster": cluster, "principal": user.username, "address": INSIDE, **question}
    explained = owner.post("/api/v1/access/explain", json=body)
    answers = [
        explained,
        center.with_token(user).get(f"{USERS}/{user.id}/rights"),
        owner.get("/api/v1/access/principals", params={"res_type": 4, "res_id": business.topic.id}),
    ]
    assert [answer.status_code for answer in answers] == [200] * 3, [answer.text for answer in answers]
    assert explained.json()["allowed"] is False
    assert all('"networks":[]' in answer.text for answer in answers)

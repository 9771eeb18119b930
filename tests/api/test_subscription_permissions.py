"""Rules about subscriptions over HTTP: who may set them, what the trail says, what brokers get, what remains."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from app.access.rights_snapshot import from_json
from app.audit.trail import trail
from app.brokers import heartbeats
from app.brokers.snapshot_delta import changes_after
from app.platform.clock import now_ms
from app.resources.models import Cluster
from app.rights import snapshots
from tests.api.given import ANY, Business, refusal
from tests.factories import NAMESPACE, a_grant, an_administrator

MODE = "subscription_auth_mode"


def cluster_of(business: Business) -> int:
    return business.center.read(lambda session: session.scalars(select(Cluster.id)).one())


def path(business: Business) -> str:
    return f"/api/v1/namespaces/{business.namespace.id}/subscription-permissions"


def put(business: Business, who: Any, subscription: str, *users: str) -> Any:
    client = business.center.with_token(who)
    return client.put(path(business), json={"subscription": subscription, "users": list(users)}, headers=ANY)


def snapshot(business: Business) -> dict[str, Any]:
    return business.center.read(snapshots.document, cluster_of(business))


def test_rules_are_set_replaced_listed_and_removed(business: Business) -> None:
    third, owner = business.third.username, business.owner.username
    before = business.center.read(trail.current_revision)
    answer = put(business, business.owner, "billing", third, third)
    assert answer.json() == {
        MODE: "None",
        "version": answer.headers["etag"].strip('"'),
        "items": [{"subscription": "billing", "users": [third]}],
    }
    assert business.center.read(trail.current_revision) == before + 1
    assert snapshot(business)["subscription_rules"] == [
        {"namespace": "acme/orders", "mode": "None", "users": {"billing": [third]}}
    ]
    assert snapshot(business)["format"] == 2
    put(business, business.owner, "billing", third)
    assert business.center.read(trail.current_revision) == before + 1  # nothing changed
    assert put(business, business.owner, "billing", owner).json()["items"][0]["users"] == [owner]
    client = business.center.with_token(business.owner)
    assert client.get(path(business)).json()["items"] == [{"subscription": "billing", "users": [owner]}]
    gone = client.delete(path(business), params={"subscription": "billing"}, headers=ANY)
    assert gone.json()["items"] == []
    assert client.delete(path(business), params={"subscription": "billing"}, headers=ANY).status_code == 404
    assert "subscription_rules" not in snapshot(business)
    entries = business.center.read(trail.entries, entity="subscription_rule")
    assert [(entry.action, entry.entity_key) for entry in entries] == [
        (f"subscription_rule.{verb}", "acme/orders#billing") for verb in ("create", "update", "delete")
    ]


def test_a_delta_leads_to_the_same_snapshot(business: Business) -> None:
    old = from_json(snapshot(business))
    put(business, business.owner, "billing", business.third.username)
    for _ in range(2):
        delta = business.center.read(changes_after, cluster_of(business), old.revision)
        assert delta is not None
        new = old.apply_delta(delta)
        assert new.to_json() == from_json(snapshot(business)).to_json()
        old = new
        client = business.center.with_token(business.owner)
        client.delete(path(business), params={"subscription": "billing"}, headers=ANY)
    assert not new.subscription_rules


def test_the_mode_is_a_field_of_the_namespace(business: Business) -> None:
    client, at = business.center.with_token(business.owner), f"/api/v1/namespaces/{business.namespace.id}"
    assert client.get(at).json()[MODE] == "None"
    revision = snapshot(business)["revision"]
    assert client.patch(at, json={MODE: "Prefix"}, headers=ANY).json()[MODE] == "Prefix"
    assert snapshot(business)["subscription_rules"] == [{"namespace": "acme/orders", "mode": "Prefix", "users": {}}]
    delta = business.center.read(changes_after, cluster_of(business), revision)
    assert delta is not None
    assert delta["set"]["subscription_rules"] == snapshot(business)["subscription_rules"]
    assert client.patch(at, json={"remark": "x"}, headers=ANY).json()[MODE] == "Prefix"
    assert client.patch(at, json={MODE: "Suffix"}, headers=ANY).status_code == 422
    assert client.patch(at, json={MODE: "None"}, headers=ANY).json()[MODE] == "None"
    assert snapshot(business)["format"] == 1


def test_rules_need_the_right_to_administer_the_namespace(business: Business) -> None:
    business.center.make(a_grant, business.third, [203], NAMESPACE, business.namespace.id)
    before = business.rows()
    assert refusal(business, put(business, business.third, "billing"), before)[0] == 403
    client = business.center.with_token(business.third)
    assert client.get(path(business)).status_code == 403
    assert client.delete(path(business), params={"subscription": "billing"}, headers=ANY).status_code == 403


@pytest.mark.parametrize("subscription", ["", "a\nb", "x" * 256, "\u202e", "a\x00", "\ud83d"])
@pytest.mark.any_database
def test_impossible_subscription_names_are_refused(business: Business, subscription: str) -> None:
    before = business.rows()
    client = business.center.with_token(business.owner)
    body = b'{"subscription": "%s", "users": []}' % subscription.encode("unicode_escape")
    answer = client.put(path(business), content=body, headers={**ANY, "Content-Type": "application/json"})
    assert refusal(business, answer, before)[0] in (400, 422)


@pytest.mark.parametrize("subscription", ["audit-*", "*"])
def test_a_rule_for_a_prefix_of_names_is_refused(business: Business, subscription: str) -> None:
    """In a limit `audit-*` means many subscriptions; a rule would protect only the one of that very name."""
    before = business.rows()
    answer = put(business, business.owner, subscription)
    assert refusal(business, answer, before)[0] == 422
    assert answer.json()["code"] == "rule_takes_whole_name"
    assert [error["field"] for error in answer.json()["errors"]] == ["subscription"]
    assert put(business, business.owner, "au*dit").status_code == 200


def test_unknown_users_are_refused(business: Business) -> None:
    before = business.rows()
    answer = put(business, business.owner, "billing", "nobody-such")
    assert (refusal(business, answer, before)[0], answer.json()["user"]) == (404, "nobody-such")
    assert refusal(business, put(business, business.owner, "billing", *["x"] * 201), before)[0] == 422


def test_a_deleted_user_is_listed_nowhere_and_the_rule_stays(business: Business) -> None:
    put(business, business.owner, "billing", business.third.username)
    root = business.center.with_token(business.center.make(an_administrator))
    gone = root.delete(f"/api/v1/users/{business.third.id}", params={"cascade": "true"}, headers=ANY)
    assert gone.status_code < 300, gone.text
    assert snapshot(business)["subscription_rules"][0]["users"] == {"billing": []}


def test_the_past_is_explained_by_the_rules_of_that_time(business: Business) -> None:
    third, cluster = business.third.username, cluster_of(business)
    business.center.make(a_grant, business.third, [203], NAMESPACE, business.namespace.id)
    root = business.center.with_token(business.center.make(an_administrator))

    def reason(**when: int) -> str:
        body = {"cluster_id": cluster, "principal": third, "question": "topic:CONSUME", "resource_type": "topic"}
        body |= {"resource": "persistent://acme/orders/created", "subscription": "billing", **when}
        return str(root.post("/api/v1/access/explain", json=body).json()["reason"])

    before = business.center.read(trail.current_revision)
    put(business, business.owner, "billing", business.owner.username)
    ruled = business.center.read(trail.current_revision)
    client = business.center.with_token(business.owner)
    client.delete(path(business), params={"subscription": "billing"}, headers=ANY)
    at = f"/api/v1/namespaces/{business.namespace.id}"
    client.patch(at, json={MODE: "Prefix"}, headers=ANY)
    prefixed = business.center.read(trail.current_revision)
    client.patch(at, json={MODE: "None"}, headers=ANY)
    found = [reason(as_of=revision) for revision in (before, ruled, ruled + 1, prefixed, prefixed + 1)]
    assert found == ["GRANTED", "SUBSCRIPTION_NOT_PERMITTED", "GRANTED", "SUBSCRIPTION_NOT_PREFIXED", "GRANTED"]
    assert reason() == "GRANTED"


def test_an_older_plugin_prevents_rules(business: Business) -> None:
    def beat(*limits: str) -> None:
        heartbeat = heartbeats.Heartbeat("b1:8080", "boot", "0.1", "4.0.8", 1, 1, 0, 0, 0, 86_400, False, limits=limits)
        business.center.make(heartbeats.store, [heartbeats.Report(cluster_of(business), 0, heartbeat, now_ms())])

    beat("prefix", "subscriptions")
    before = business.rows()
    answer = put(business, business.owner, "billing")
    assert refusal(business, answer, before)[0] == 409
    assert answer.json()["code"] == "brokers_do_not_know_subscription_rules"
    assert answer.json()["brokers"] == ["b1:8080"]
    at = f"/api/v1/namespaces/{business.namespace.id}"
    client = business.center.with_token(business.owner)
    assert client.patch(at, json={MODE: "Prefix"}, headers=ANY).status_code == 409
    beat("prefix", "subscriptions", "subscription_rules")
    assert put(business, business.owner, "billing").status_code == 200

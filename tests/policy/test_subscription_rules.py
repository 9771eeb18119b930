"""Rules about subscriptions in policy files: compared, made, exported; opened only where the file says so."""

from __future__ import annotations

import pytest

from app.brokers import heartbeats
from app.platform.clock import now_ms
from tests.center import Center
from tests.factories import Person
from tests.policy.desk import PolicyDesk, sentences_of

RULED = """version: 1
tenants:
  acme:
    namespaces:
      orders:
        subscription_auth_mode: Prefix
        subscription_permissions:
          billing: [bob, helper]
          closed: []
"""


@pytest.fixture
def desk(center: Center, owner: Person) -> PolicyDesk:
    return PolicyDesk(center.with_token(owner))


def test_rules_are_made_changed_and_exported(desk: PolicyDesk) -> None:
    assert sentences_of(desk.apply(RULED, tenant="acme")) == [
        "subscriptions of acme/orders must begin with the name of the user",
        "let only bob, helper use subscription billing of acme/orders",
        "let only who administers it use subscription closed of acme/orders",
    ]
    text = desk.export(tenant="acme")
    assert "subscription_auth_mode: Prefix" in text
    assert desk.plan(text, tenant="acme")["changes"] == []
    fewer = RULED.replace("          closed: []\n", "").replace("bob, helper", "bob").replace("Prefix", "None")
    found = desk.apply(fewer, tenant="acme")
    assert [(change["action"], change["kind"], change["name"], change["line"]) for change in found["changes"]] == [
        ("change", "namespace", "acme/orders", 6),
        ("change", "subscription", "billing of acme/orders", 8),
        ("delete", "subscription", "closed of acme/orders", 7),
    ]
    assert sentences_of(found)[2] == "let everybody who may read use subscription closed of acme/orders"
    assert desk.plan(fewer, tenant="acme")["changes"] == []


def test_a_file_without_rules_keeps_them(desk: PolicyDesk) -> None:
    before = desk.export(tenant="acme")
    desk.apply(RULED, tenant="acme")
    assert desk.plan(before, tenant="acme", prune="resources,grants")["changes"] == []
    emptied = before.replace("orders:\n", "orders:\n        subscription_permissions:\n")
    assert len(sentences_of(desk.apply(emptied, tenant="acme"))) == 2, "nothing behind the colon: no rule"
    assert "subscription_permissions" not in desk.export(tenant="acme")


def test_rules_for_namespaces_that_the_file_creates(root: PolicyDesk, prod: int) -> None:
    text = """version: 1
users: {eve: {}}
tenants:
  globex:
    clusters: [prod]
    namespaces:
      new: {subscription_auth_mode: Prefix, subscription_permissions: {s: [eve, root]}}
grants:
- {namespace: globex/new, user: eve, authorities: [namespace.read]}
"""
    done = sentences_of(root.apply(text))
    rule = "let only eve, root use subscription s of globex/new"
    assert done.index(rule) < done.index("grant eve read on globex/new"), "nobody is let in between"
    assert root.plan(root.export())["changes"] == []


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ("{s: [nobody]}", "unknown_user"),
        ("{s: [bob, bob]}", "duplicate_name"),
        ('{"": [bob]}', "invalid_name"),
        ('{"a\\tb": [bob]}', "invalid_name"),
        (f"{{s: [{', '.join(['bob'] * 201)}]}}", "policy_too_large"),
        (f"{{{', '.join(f's{number}: []' for number in range(501))}}}", "policy_too_large"),
        ('{"audit-*": [bob]}', "rule_takes_whole_name"),
        ("{s: bob}", "invalid_input"),
    ],
)
def test_wrong_rules_are_reported_with_their_line(desk: PolicyDesk, rule: str, code: str) -> None:
    text = f"version: 1\ntenants: {{acme: {{namespaces: {{orders: {{\n subscription_permissions: {rule}}}}}}}}}\n"
    answer = desk.send("apply", text, tenant="acme")
    assert answer.status_code == 422
    assert code in {error["code"] for error in answer.json()["errors"]}
    assert {error["line"] for error in answer.json()["errors"]} == {3}


def test_an_unknown_mode_is_refused(desk: PolicyDesk) -> None:
    assert desk.refused("plan", RULED.replace("Prefix", "Suffix"), tenant="acme")[0] == 422


def test_a_deleted_user_cannot_be_listed(root: PolicyDesk, owner: Person) -> None:
    root.apply(RULED)
    listed = RULED + "users: {owner: {}, helper: {main: owner}}\n"
    assert root.refused("plan", listed, prune="users") == (422, "unknown_user")


def test_older_plugins_prevent_rules(center: Center, desk: PolicyDesk, prod: int) -> None:
    said_so = heartbeats.Heartbeat("b1:8080", "boot", "0.1", "4.0.8", 1, 1, 0, 0, 0, 86_400, False, limits=("prefix",))
    center.make(heartbeats.store, [heartbeats.Report(prod, 0, said_so, now_ms())])
    for text in (RULED, RULED.replace("Prefix", "None"), RULED.partition("        subscription_perm")[0]):
        answer = desk.send("apply", text, tenant="acme")
        assert (answer.status_code, answer.json()["code"]) == (409, "brokers_do_not_know_subscription_rules")
        assert answer.json()["line"]
    assert "Prefix" not in desk.export(tenant="acme")


def test_a_plan_is_stale_when_a_rule_changed(desk: PolicyDesk) -> None:
    seen = desk.plan(RULED, tenant="acme")["revision"]
    desk.apply(RULED.replace("Prefix", "None"), tenant="acme")
    assert desk.refused("apply", RULED, tenant="acme", revision=seen) == (409, "changed_meanwhile_plan")

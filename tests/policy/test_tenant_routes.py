"""The file of one tenant: for who administers it, about that tenant only, nothing beyond one's own rights."""

import pytest

from tests.center import Center
from tests.factories import (
    Person,
    a_cluster,
    a_user,
)
from tests.policy.desk import PolicyDesk, sentences_of


def test_a_tenants_file_is_for_its_administrators(center: Center, owner: Person, root: PolicyDesk) -> None:
    desk = PolicyDesk(center.with_token(owner))
    text = desk.export(tenant="acme")
    assert "globex" not in text
    assert "bob" not in text
    assert text == root.export(tenant="acme")
    for tenant, expected in (
        ({}, (403, "policy_needs_tenant")),
        ({"tenant": "globex"}, (403, "not_your_tenant")),
        ({"tenant": "nothing"}, (404, "not_found")),
        ({"tenant": "a\x00b"}, (404, "not_found")),
    ):
        answer = desk.http.get("/api/v1/policy", params=tenant)
        assert (answer.status_code, answer.json()["code"]) == expected
        assert desk.refused("plan", text, **tenant) == expected
        assert desk.refused("apply", text, **tenant) == expected
    stranger = PolicyDesk(center.with_token(center.make(a_user, "stranger")))
    assert stranger.refused("plan", text, tenant="acme") == (404, "not_found")
    helper = PolicyDesk(center.with_token(Person(0, "helper")))
    assert helper.refused("apply", text, tenant="acme") == (404, "not_found")


def test_its_owner_manages_it_with_a_file(center: Center, owner: Person) -> None:
    desk = PolicyDesk(center.with_token(owner))
    text = desk.export(tenant="acme")
    more = text.replace("        topics:\n", "        topics:\n          late: {}\n")
    more += "- {topic: acme/orders/created, user: bob, authorities: [topic.read], until: 2090-01-01}\n"
    assert sentences_of(desk.apply(more, tenant="acme")) == [
        "create topic persistent://acme/orders/late; as its creator you get every authority on it",
        "grant bob read on persistent://acme/orders/created until 2090-01-01",
    ]
    assert desk.plan(more, tenant="acme", prune="resources,grants")["changes"] == []
    assert sentences_of(desk.plan(text, tenant="acme", prune="grants")) == [
        "revoke read from bob on persistent://acme/orders/created until 2090-01-01"
    ]
    exported = desk.export(tenant="acme")
    assert "- {topic: persistent://acme/orders/late, user: owner, authorities: [all]}" in exported


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- {namespace: acme/orders, user: bob, authorities: [namespace.functions]}", (403, "not_held")),
        ("- {namespace: acme/orders, user: owner, authorities: [namespace.read]}", (403, "self_grant")),
        ("- {namespace: globex/other, user: bob, authorities: [namespace.read]}", (422, "outside_scope")),
        ('- {namespace: acme/orders, user: "a\\0b", authorities: [namespace.read]}', (422, "unknown_user")),
        ("- {namespace: acme/orders, role: nobodies, authorities: [namespace.read]}", (422, "unknown_role")),
        ("- {cluster: prod, user: bob, authorities: [cluster.read]}", (422, "outside_scope")),
        ("- {cluster: '*', user: owner, authorities: [cluster.administer]}", (422, "outside_scope")),
    ],
)
def test_a_file_gives_nobody_more_than_its_author_may_give(
    center: Center, owner: Person, line: str, expected: tuple[int, str]
) -> None:
    desk = PolicyDesk(center.with_token(owner))
    text = desk.export(tenant="acme")
    assert desk.refused("apply", text + line + "\n", tenant="acme") == expected
    assert desk.export(tenant="acme") == text


def test_a_tenants_file_is_about_that_tenant_only(center: Center, owner: Person) -> None:
    desk = PolicyDesk(center.with_token(owner))
    for text in (
        "version: 1\nusers: {eve: {}}\n",
        "version: 1\nroles: {r: {}}\n",
        "version: 1\ngroups: {g: {}}\n",
        "version: 1\ntenants: {globex: {}}\n",
        "version: 1\ntenants: {acmeX: {clusters: [prod]}}\n",
    ):
        assert desk.refused("apply", text, tenant="acme") == (422, "outside_scope")
    assert desk.refused("plan", "version: 1\nusers: {}\n", tenant="acme", prune="users") == (422, "outside_scope")


def test_a_tenants_file_does_not_tell_which_other_clusters_there_are(center: Center, owner: Person) -> None:
    center.make(lambda session: a_cluster(session, "secret").id)
    desk = PolicyDesk(center.with_token(owner))
    assert desk.plan("version: 1\nclusters: [prod]\n", tenant="acme")["changes"] == []
    for name in ("secret", "nothing"):
        file = f"version: 1\ngrants:\n- {{cluster: {name}, user: bob, authorities: [cluster.read]}}\n"
        codes = [error["code"] for error in desk.send("plan", file, tenant="acme").json()["errors"]]
        assert codes == ["outside_scope", "unknown_resource"]
        assert desk.refused("plan", f"version: 1\nclusters: [{name}]\n", tenant="acme") == (422, "unknown_cluster")


def test_an_administrator_may_apply_to_one_tenant_too(owner: Person, root: PolicyDesk) -> None:
    text = root.export(tenant="acme")
    line = "- {tenant: acme, user: bob, authorities: [tenant.functions]}\n"
    assert sentences_of(root.apply(text + line, tenant="acme")) == ["grant bob functions on tenant acme"]
    assert sentences_of(root.apply(text, tenant="acme", prune="grants")) == ["revoke functions from bob on tenant acme"]

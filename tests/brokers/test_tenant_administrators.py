"""Whoever pulsar-admin names as an administrator of a tenant gets a grant at the center."""

from sqlalchemy import select

from app.audit.trail import trail
from app.grants.models import Grant
from tests.brokers.plugin import BASE, a_plugin, person
from tests.center import Center
from tests.factories import CLUSTER, TENANT, a_cluster, a_grant, a_tenant, a_user


def test_administrators_of_a_tenant_are_grants_all_or_none(center: Center) -> None:
    cluster = center.make(a_cluster, "one")
    tenant = center.make(a_tenant, "acme", cluster)
    for name in ("lord", "alice", "bea", "reader"):
        center.make(a_user, name)
    center.make(a_grant, person(center, "lord"), [102, 103, 104], TENANT, tenant.id)
    center.make(a_grant, person(center, "reader"), [103], TENANT, tenant.id)
    plugin = a_plugin(center, cluster)

    def name_administrators(*names: str, actor: str = "lord", where: str = "acme") -> tuple[int, str]:
        body = {"tenant": where, "users": names, "actor": actor, "proof": plugin.token_of(actor)}
        answer = plugin.client.post(f"{BASE}/tenant-administrators", json=body)
        return answer.status_code, answer.json().get("code", "")

    def administering() -> list[tuple[str, str]]:
        query = select(Grant.authorities, Grant.granted_by).where(Grant.granted_by == "lord").order_by(Grant.id)
        return center.read(lambda session: [(entry[0], entry[1]) for entry in session.execute(query)])

    assert name_administrators("alice", "nobody") == (404, "role_has_no_account")
    assert name_administrators("alice", actor="reader") == (403, "not_allowed")
    assert name_administrators("alice", actor="bea") == (404, "not_found")
    assert name_administrators("alice", actor="nobody") == (403, "actor_not_proven")
    assert name_administrators("alice", where="elsewhere") == (404, "not_found")
    assert name_administrators() == (422, "invalid_input")
    assert administering() == []
    assert name_administrators("bea", "alice") == (200, "")
    assert name_administrators("alice") == (200, "")  # she does so already; and bea keeps what she has
    assert administering() == [("104", "lord"), ("104", "lord")]
    entry = center.read(trail.entries, entity="grant")[-1]
    assert (entry.actor, entry.action) == ("pulsar-admin (lord)", "grant.create")


def test_a_tenant_that_is_made_again_is_nobodys_and_that_is_said(center: Center) -> None:
    """The cluster lost it, and its rights ended; its maker, who makes it again, has to know whom to ask."""
    cluster = center.make(a_cluster, "one")
    center.make(a_tenant, "acme", cluster)
    for name in ("maker", "alice"):
        center.make(a_user, name)
    center.make(a_grant, person(center, "maker"), [100], CLUSTER, cluster.id)
    plugin = a_plugin(center, cluster)
    body = {"tenant": "acme", "users": ["alice"], "actor": "maker", "proof": plugin.token_of("maker")}
    made = plugin.client.post(f"{BASE}/tenant-administrators", json={**body, "creates": True})
    assert (made.status_code, made.json()["code"]) == (409, "exists")
    assert "usercenter tenants delete acme" in made.json()["detail"]
    updated = plugin.client.post(f"{BASE}/tenant-administrators", json=body)
    assert (updated.status_code, updated.json()["code"]) == (404, "not_found")

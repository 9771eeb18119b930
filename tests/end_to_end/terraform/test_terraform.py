"""After each `apply` of Terraform the broker says what was sent, so that `plan` is empty; nobody else's rights change.

The sequences are those of terraform-provider-pulsar's acceptance tests.
"""

from typing import Any

import pytest

from tests.end_to_end.conftest import NAMESPACE_TYPE, TENANT_TYPE
from tests.end_to_end.estate import Estate
from tests.end_to_end.terraform.provider import Provider
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
USER, OTHER = "some-user@testing.local", "pulsar-foreign-role-1"
FIRST, SECOND = "pulsar-tenant-admin-role-1", "pulsar-tenant-admin-role-2"


def _known(estate: Estate, kind: str, name: str) -> int:
    items = estate.admin.get(f"/api/v1/{kind}", q=name.rpartition("/")[2])["items"]
    return next(int(item["id"]) for item in items if item.get("full_name", item.get("username")) == name)


def _grants(estate: Estate, role: str, **place: Any) -> list[dict[str, Any]]:
    query = {"user_id": _known(estate, "users", role), **place}
    return list(estate.admin.get("/api/v1/grants", **query)["items"])


def _without_owner(listed: dict[str, list[str]]) -> dict[str, list[str]]:
    """Whoever made the place holds everything on it; Terraform looks at the roles of its own blocks alone."""
    return {role: actions for role, actions in listed.items() if not role.startswith("terraform")}


def test_grants_on_a_namespace(estate: Estate, terraform: Provider, tenant: str) -> None:
    space = f"{tenant}/orders"
    place = f"/namespaces/{space}"
    terraform.tenant(tenant)
    terraform.namespace(space)
    terraform.grant(place, OTHER, "consume")  # beside Terraform
    terraform.grant(place, USER, "produce", "consume")
    for actions in (["functions"], ["consume", "functions", "packages", "produce", "sinks", "sources"], ["produce"]):
        terraform.change(place, USER, *actions)
        expected = {USER: actions, OTHER: ["consume"]}
        assert _without_owner(terraform.permissions(place)) == expected
        assert _without_owner(terraform.policies(space)["namespace_auth"]) == expected
    terraform.grant(place, USER, "consume", "sinks")  # the Kubernetes operator grants without revoking first
    assert terraform.permissions(place)[USER] == ["consume", "sinks"]
    for grant in _grants(estate, USER, res_type=NAMESPACE_TYPE):  # removed elsewhere
        estate.admin.revoke(grant["id"])
    estate.wait_for_broker()
    assert _without_owner(terraform.permissions(place)) == {OTHER: ["consume"]}
    terraform.grant(place, USER, "consume")
    terraform.destroy(place, USER)
    assert _without_owner(terraform.permissions(place)) == {OTHER: ["consume"]}
    assert _without_owner(terraform.policies(space)["namespace_auth"]) == {OTHER: ["consume"]}
    terraform.apply("DELETE", place)
    terraform.apply("DELETE", f"/tenants/{tenant}")


@pytest.mark.parametrize("partitions", [0, 3])
def test_grants_on_a_topic(terraform: Provider, tenant: str, partitions: int) -> None:
    space, topic = f"{tenant}/orders", f"persistent://{tenant}/orders/created"
    place = f"/persistent/{space}/created"
    terraform.tenant(tenant)
    terraform.namespace(space)
    terraform.apply("PUT", f"{place}/partitions" if partitions else place, partitions or None)
    terraform.grant(place, OTHER, "produce")
    terraform.grant(place, USER, "consume", "produce")
    for actions in (["consume"], ["consume", "produce"]):
        terraform.change(place, USER, *actions)
        expected = {USER: actions, OTHER: ["produce"]}
        assert _without_owner(terraform.permissions(place)) == expected
        assert _without_owner(terraform.policies(space)["destination_auth"][topic]) == expected
    terraform.destroy(place, USER)
    assert _without_owner(terraform.policies(space)["destination_auth"][topic]) == {OTHER: ["produce"]}
    terraform.apply("DELETE", f"{place}/partitions" if partitions else place)
    # The center hears of a partitioned topic by Pulsar's metadata, some milliseconds later.
    wait_until("its rights to end", lambda: topic not in terraform.policies(space)["destination_auth"])
    terraform.apply("DELETE", f"/namespaces/{space}")


def test_administrators_of_a_tenant(estate: Estate, terraform: Provider, tenant: str) -> None:
    terraform.tenant(tenant, FIRST, SECOND)
    assert terraform.admin_roles(tenant) == [FIRST, SECOND]
    terraform.tenant(tenant, FIRST, update=True)
    assert terraform.admin_roles(tenant) == [FIRST]
    assert _grants(estate, SECOND, res_type=TENANT_TYPE, res_id=_tenant_id(estate, tenant)) == []
    for grant in _grants(estate, FIRST, res_type=TENANT_TYPE, res_id=_tenant_id(estate, tenant)):
        estate.admin.revoke(grant["id"])  # taken away elsewhere
    estate.wait_for_broker()
    assert terraform.admin_roles(tenant) == []
    terraform.tenant(tenant, SECOND, update=True)
    assert terraform.admin_roles(tenant) == [SECOND]
    terraform.tenant(tenant, update=True)
    assert terraform.admin_roles(tenant) == []
    terraform.apply("DELETE", f"/tenants/{tenant}")


def _tenant_id(estate: Estate, name: str) -> int:
    items = estate.admin.get("/api/v1/tenants", q=name)["items"]
    return next(int(item["id"]) for item in items if item["name"] == name)


def test_subscriptions_that_only_some_may_use(terraform: Provider, tenant: str) -> None:
    space = f"{tenant}/orders"
    terraform.tenant(tenant)
    terraform.namespace(space)
    terraform.grant(f"/namespaces/{space}", USER, "consume")
    terraform.apply("POST", f"/namespaces/{space}/permissions/subscription/billing", [USER])
    assert terraform.policies(space)["subscription_auth_roles"] == {"billing": [USER]}
    assert terraform.read(f"/namespaces/{space}/permissions/subscription") == {"billing": [USER]}
    terraform.apply("DELETE", f"/namespaces/{space}/permissions/billing/{USER}")
    assert terraform.policies(space)["subscription_auth_roles"] == {}


def test_what_pulsar_cannot_say_stays_and_is_no_difference(estate: Estate, terraform: Provider, tenant: str) -> None:
    space = f"{tenant}/orders"
    place = f"/namespaces/{space}"
    terraform.tenant(tenant, FIRST)
    terraform.namespace(space)
    terraform.grant(place, USER, "consume")
    (made,) = estate.admin.get("/api/v1/namespaces", tenant_id=_known(estate, "tenants", tenant))["items"]
    number = int(made["id"])
    limits = {"prefix": "billing-"}
    limited = estate.admin.grant(_known(estate, "users", USER), NAMESPACE_TYPE, number, 302, limits=limits)
    role = int(estate.admin.post("/api/v1/roles", name=f"{tenant}-writers")["id"])
    estate.admin.call("PUT", f"/api/v1/roles/{role}/members/{_known(estate, 'users', OTHER)}")
    shared = {"role_id": role, "res_type": NAMESPACE_TYPE, "res_id": number, "authorities": [202]}
    by_role = int(estate.admin.post("/api/v1/grants", **shared)["id"])
    estate.wait_for_broker()
    assert _without_owner(terraform.permissions(place)) == {USER: ["consume"]}
    terraform.destroy(place, USER)
    assert _without_owner(terraform.permissions(place)) == {}
    left = {int(grant["id"]) for grant in estate.admin.get("/api/v1/grants", res_type=3, res_id=number)["items"]}
    assert {limited, by_role} <= left
    refused = terraform.call("DELETE", f"{place}/permissions/{OTHER}")
    assert (refused.status_code, "shared role" in refused.text) == (409, True), refused.text


def test_a_namespace_is_deleted_after_a_grant_that_was_refused(
    estate: Estate, terraform: Provider, tenant: str
) -> None:
    """Once it ended in "stopped after 10 redirects"."""
    estate.admin.patch(f"/api/v1/clusters/{estate.cluster}", unknown_roles_become_users=False)
    space = f"{tenant}/orders"
    terraform.tenant(tenant)
    terraform.namespace(space)
    refused = terraform.call("POST", f"/namespaces/{space}/permissions/nobody-at-all", ["produce"])
    assert refused.status_code == 404
    assert "usercenter users create nobody-at-all --kind service" in refused.text
    with_them = terraform.call("PUT", f"/tenants/{tenant}-two", {"adminRoles": ["nobody-at-all"]})
    assert (with_them.status_code, "knows no user nobody-at-all" in with_them.text) == (404, True)
    assert terraform.call("GET", f"/tenants/{tenant}-two").status_code in (401, 403, 404)
    terraform.apply("DELETE", f"/namespaces/{space}")
    terraform.apply("DELETE", f"/tenants/{tenant}")


def test_others_see_no_more_than_before(estate: Estate, terraform: Provider, tenant: str) -> None:
    space = f"{tenant}/orders"
    terraform.tenant(tenant, FIRST)
    terraform.namespace(space)
    terraform.grant(f"/namespaces/{space}", USER, "consume")
    reader = Provider(estate, estate.admin.token(_known(estate, "users", USER), tenant))
    assert reader.admin_roles(tenant) == []
    assert reader.call("GET", f"/namespaces/{space}").status_code in (401, 403)
    stranger = Provider(estate, "nonsense")
    assert stranger.call("GET", f"/tenants/{tenant}").status_code == 401
    assert stranger.call("GET", f"/namespaces/{space}").status_code == 401
    administrator = Provider(estate, estate.admin.token(_known(estate, "users", FIRST), tenant))
    assert administrator.admin_roles(tenant) == [FIRST]

"""What Terraform destroys is destroyed at the center, in the caller's name; who makes it again owns it."""

import pytest

from tests.end_to_end.estate import Estate
from tests.end_to_end.terraform.provider import Provider

pytestmark = [pytest.mark.broker, pytest.mark.timeout(600)]


def _everything(terraform: Provider, tenant: str) -> None:
    """A tenant with an administrator, a namespace and two topics, with grants on them."""
    terraform.tenant(tenant, f"{tenant}-first")
    terraform.namespace(f"{tenant}/orders")
    terraform.grant(f"/namespaces/{tenant}/orders", f"{tenant}-second", "consume")
    terraform.apply("PUT", f"/persistent/{tenant}/orders/plain")
    terraform.apply("PUT", f"/persistent/{tenant}/orders/parts/partitions", 2)
    terraform.grant(f"/persistent/{tenant}/orders/plain", f"{tenant}-second", "produce")


def test_destroyed_and_applied_again(estate: Estate, terraform: Provider, tenant: str) -> None:
    _everything(terraform, tenant)
    for path in (
        f"/persistent/{tenant}/orders/plain?force=true",
        f"/persistent/{tenant}/orders/parts/partitions",
        f"/namespaces/{tenant}/orders",
        f"/tenants/{tenant}",
    ):
        terraform.apply("DELETE", path)
    for kind in ("tenant", "namespace", "topic"):
        left = estate.admin.get(f"/api/v1/{kind}s", limit=500)["items"]
        assert [place["full_name"] for place in left if tenant in place["full_name"]] == []
    actors = {
        (entry["action"], entry["actor"])
        for place in (tenant, f"{tenant}/orders", f"persistent://{tenant}/orders/plain")
        for entry in estate.admin.get("/api/v1/trail", key=place)["items"]
        if entry["action"].endswith(".delete")
    }
    assert actors == {(f"{kind}.delete", terraform.username) for kind in ("tenant", "namespace", "topic")}
    assert estate.admin.get(f"/api/v1/clusters/{estate.cluster}/drift/lines", q=tenant)["items"] == []
    _everything(terraform, tenant)
    assert terraform.admin_roles(tenant) == [f"{tenant}-first"]
    assert terraform.permissions(f"/namespaces/{tenant}/orders")[f"{tenant}-second"] == ["consume"]


def test_replaced_within_a_moment(terraform: Provider, tenant: str) -> None:
    """As `apply -replace` does: the answer to the first call is the second one's cue."""
    for _ in range(5):
        terraform.tenant(tenant)
        terraform.namespace(f"{tenant}/orders")
        terraform.apply("DELETE", f"/namespaces/{tenant}/orders")
        terraform.apply("DELETE", f"/tenants/{tenant}")

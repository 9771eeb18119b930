"""What is created and deleted in the center is created and deleted on the real cluster."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.end_to_end.center_api import ApiProblem
from tests.end_to_end.conftest import Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.java_clients import PulsarAdmin
from tests.end_to_end.ports import wait_until

pytestmark = pytest.mark.broker


def gone(business: Business, path: str) -> None:
    """Wait until the cluster removed it, so that the center forgets it too."""

    def not_found() -> bool:
        try:
            business.owner.get(path)
        except ApiProblem as problem:
            return problem.status == 404
        return False

    wait_until(f"{path} to go", not_found, seconds=60, pause=0.2)


def test_tenant_namespace_and_topic_are_real(
    business: Business, operator: Account, pulsar_admin: Callable[[Account], PulsarAdmin]
) -> None:
    namespace = business.owner.post("/api/v1/namespaces", tenant_id=business.tenant, name="parts", bundles=7)
    business.owner.ready(f"/api/v1/namespaces/{namespace['id']}")
    topic = business.owner.post("/api/v1/topics", namespace_id=namespace["id"], name="wide", partitions=3)
    business.owner.ready(f"/api/v1/topics/{topic['id']}")
    admin = pulsar_admin(operator)
    assert business.name in admin("tenants", "list")[1].split()
    status, said = admin("namespaces", "bundles", f"{business.name}/parts")
    assert status == 0, said
    assert json.loads(said)["numBundles"] == 7
    status, said = admin("topics", "get-partitioned-topic-metadata", f"persistent://{business.name}/parts/wide")
    assert status == 0, said
    assert json.loads(said)["partitions"] == 3


def test_deleting_removes_them(
    business: Business, operator: Account, pulsar_admin: Callable[[Account], PulsarAdmin]
) -> None:
    admin = pulsar_admin(operator)
    business.owner.delete(f"/api/v1/topics/{business.topic_id}", confirm=business.topic)
    gone(business, f"/api/v1/topics/{business.topic_id}")
    assert business.topic not in admin("topics", "list", f"{business.name}/orders")[1].split()
    business.owner.delete(f"/api/v1/namespaces/{business.namespace}", confirm=f"{business.name}/orders")
    gone(business, f"/api/v1/namespaces/{business.namespace}")
    business.owner.delete(f"/api/v1/tenants/{business.tenant}", confirm=business.name)
    gone(business, f"/api/v1/tenants/{business.tenant}")
    assert business.name not in admin("tenants", "list")[1].split()


def test_what_has_children_is_not_deleted_by_accident(business: Business) -> None:
    with pytest.raises(ApiProblem) as refused:
        business.owner.delete(f"/api/v1/tenants/{business.tenant}", confirm=business.name)
    assert (refused.value.status, refused.value.code) == (409, "has_children")


def test_a_refusal_of_the_cluster_is_shown(
    estate: Estate, business: Business, operator: Account, pulsar_admin: Callable[[Account], PulsarAdmin]
) -> None:
    """Somebody made a topic with other partitions beside the center: failed, with the cluster's message."""
    full_name = f"persistent://{business.name}/orders/twice"
    status, said = pulsar_admin(operator)("topics", "create-partitioned-topic", full_name, "-p", "2")
    assert status == 0, said
    made = business.owner.post("/api/v1/topics", namespace_id=business.namespace, name="twice", partitions=5)
    path = f"/api/v1/topics/{made['id']}"

    def provisioning() -> Any:
        return business.owner.get(path)["provisioning"]["clusters"]

    wait_until(
        "a visible failure",
        lambda: any(row["message"] for row in provisioning()),
        seconds=60,
        pause=0.2,
        last=provisioning,
    )

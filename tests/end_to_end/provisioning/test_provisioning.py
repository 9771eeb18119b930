"""What is created and deleted in the center is created and deleted on the real cluster."""

from typing import Any

import pytest

from tests.end_to_end.center.api import ApiProblem
from tests.end_to_end.clients import python
from tests.end_to_end.conftest import NAMESPACE_TYPE, READ_TOPIC, WRITE_TOPIC, Business
from tests.end_to_end.provisioning.rest import Rest
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
_WRITE_ALL, _READ_ALL = 202, 203


def gone(business: Business, path: str) -> None:
    """Wait until the cluster removed it, so that the center forgets it too."""

    def not_found() -> bool:
        try:
            business.owner.get(path)
        except ApiProblem as problem:
            return problem.status == 404
        return False

    wait_until(f"{path} to go", not_found, seconds=60, pause=0.2)


def test_tenant_namespace_and_topic_are_real(business: Business, cluster: Rest) -> None:
    namespace = business.owner.post("/api/v1/namespaces", tenant_id=business.tenant, name="parts", bundles=7)
    business.owner.ready(f"/api/v1/namespaces/{namespace['id']}")
    topic = business.owner.post("/api/v1/topics", namespace_id=namespace["id"], name="wide", partitions=3)
    business.owner.ready(f"/api/v1/topics/{topic['id']}")
    assert business.name in cluster("GET", "/tenants").json()
    assert cluster("GET", f"/namespaces/{business.name}/parts/bundles").json()["numBundles"] == 7
    assert cluster("GET", f"/persistent/{business.name}/parts/wide/partitions").json()["partitions"] == 3


def test_a_scalable_topic_needs_a_newer_pulsar(business: Business) -> None:
    """This one is of 4.0: the job tells which version it takes, and the topic can be deleted again."""
    made = business.owner.post("/api/v1/topics", namespace_id=business.namespace, name="created", domain="topic")
    path = f"/api/v1/topics/{made['id']}"

    def message() -> str | None:
        (job,) = business.owner.get(path)["provisioning"]["clusters"]
        return job["message"]  # type: ignore[no-any-return]

    wait_until("the refusal", lambda: message() is not None, pause=0.2)
    assert message() == "404: the cluster has no scalable topics: they need Pulsar 5.0 or newer"
    business.owner.delete(path, confirm=made["full_name"])
    gone(business, path)


def test_deleting_removes_them(business: Business, cluster: Rest) -> None:
    business.owner.delete(f"/api/v1/topics/{business.topic_id}", confirm=business.topic)
    gone(business, f"/api/v1/topics/{business.topic_id}")
    assert cluster("GET", f"/persistent/{business.name}/orders").json() == []
    business.owner.delete(f"/api/v1/namespaces/{business.namespace}", confirm=f"{business.name}/orders")
    gone(business, f"/api/v1/namespaces/{business.namespace}")
    business.owner.delete(f"/api/v1/tenants/{business.tenant}", confirm=business.name)
    gone(business, f"/api/v1/tenants/{business.tenant}")
    assert business.name not in cluster("GET", "/tenants").json()


def test_the_cluster_tells_what_a_deletion_would_take(business: Business) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    reader, _ = business.service("reader", READ_TOPIC)
    wide = f"persistent://{business.name}/orders/wide"
    business.add_topic("wide", partitions=3)
    business.add_topic("volatile", domain="non-persistent")
    business.owner.grant(writer.id, NAMESPACE_TYPE, business.namespace, _WRITE_ALL)
    business.owner.grant(reader.id, NAMESPACE_TYPE, business.namespace, _READ_ALL)
    business.wait_until_enforced()
    python.produce(business.url, python.by_token(writer.token), business.topic, "one")
    python.consume(business.url, python.by_token(reader.token), business.topic, "billing")
    with python.client(business.url, python.by_token(writer.token)) as connected:
        producer = connected.create_producer(wide)
        for subscription in ("billing", "shipping"):
            with python.client(business.url, python.by_token(reader.token)) as other:
                other.subscribe(wide, subscription)
        for number in range(10):
            producer.send(str(number).encode())
        [found] = business.owner.get(f"/api/v1/tenants/{business.tenant}/loss")["clusters"]
        assert (found["state"], found["message"]) == ("whole", None), found
        assert (found["namespaces"], found["topics"], found["looked_at"]) == (1, 3, 3), found
        assert (found["subscriptions"], found["backlog"]) == (3, 20), found
        assert found["producers"] >= 1, found
        assert found["bytes"] > 0, found
        assert (found["largest"][0]["topic"], found["largest"][0]["backlog"]) == (wide, 20), found
        [cluster] = business.owner.get(f"/api/v1/topics/{business.topic_id}/loss")["clusters"]
        assert (cluster["topics"], cluster["subscriptions"], cluster["backlog"], cluster["producers"]) == (
            1,
            1,
            0,
            0,
        ), cluster


def test_what_has_children_is_not_deleted_by_accident(business: Business) -> None:
    with pytest.raises(ApiProblem) as refused:
        business.owner.delete(f"/api/v1/tenants/{business.tenant}", confirm=business.name)
    assert (refused.value.status, refused.value.code) == (409, "has_children")


def test_a_refusal_of_the_cluster_is_shown(business: Business, cluster: Rest) -> None:
    """Somebody made a topic with other partitions beside the center: failed, with the cluster's message."""
    with business.estate.adopting_nothing():
        assert cluster("PUT", f"/persistent/{business.name}/orders/twice/partitions", 2).is_success
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

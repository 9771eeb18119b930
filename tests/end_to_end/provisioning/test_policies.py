"""Every policy is set through the center and read back with the broker's admin REST API."""

from typing import Any

import httpx
import pytest

from app.resources.pulsar import policies
from app.resources.pulsar.policies import POLICIES
from tests.end_to_end.center.api import CenterApi
from tests.end_to_end.conftest import Business
from tests.end_to_end.estate import Account
from tests.end_to_end.provisioning.policy_examples import NAMESPACE, NOT_ON_TOPICS, value_at
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker


def put(owner: CenterApi, path: str, wish: dict[str, Any]) -> None:
    """Replace the wish, and wait until the cluster follows."""
    owner.call("PUT", f"{path}/policies", json={"policies": wish}, headers={"If-Match": "*"})
    owner.ready(path)


def broker_answer(business: Business, account: Account, path: str) -> Any:
    """One answer of the broker's admin REST API."""
    url = f"{business.estate.broker.admin_url}/admin/v2/{path}"
    answer = httpx.get(url, headers={"Authorization": f"Bearer {account.token}"}, timeout=30)
    assert answer.is_success, answer.text
    return answer.json() if answer.content else None


def holds(business: Business, account: Account, topic: str, expected: policies.PolicyReading) -> None:
    """Wait until the broker tells these policies of a topic: it keeps them in a topic of its own."""
    paths = set(policies.topic_reads()) - {"subscriptionExpirationTime"}

    def read() -> policies.PolicyReading:
        return policies.from_topic(
            {policy: broker_answer(business, account, f"{topic}/{policy}?applied=false") for policy in paths}
        )

    wait_until("the broker's topic policies", lambda: read() == expected, 20, pause=0.2, last=read)


def test_the_table_has_every_policy() -> None:
    # A filter has to be installed at the broker, a group of resources to be there.
    assert set(NAMESPACE) | {"entry_filters", "resource_group"} == {
        policy.name for policy in POLICIES.values() if policy.namespace
    }


def test_every_policy_of_a_namespace(business: Business, operator: Account) -> None:
    owner = business.owner
    made = owner.post("/api/v1/namespaces", tenant_id=business.tenant, name="kept", policies={"retention": "1d"})
    path, name = f"/api/v1/namespaces/{made['id']}", f"{business.name}/kept"
    owner.ready(path)
    assert broker_answer(business, operator, f"namespaces/{name}/retention")["retentionTimeInMinutes"] == 1440
    fresh = broker_answer(business, operator, f"namespaces/{business.name}/orders")
    put(owner, path, {policy: said for policy, (said, _, _) in NAMESPACE.items()})
    found = broker_answer(business, operator, f"namespaces/{name}")
    assert {policy: value_at(found, where) for policy, (_, where, _) in NAMESPACE.items()} == {
        policy: value for policy, (_, _, value) in NAMESPACE.items()
    }
    (live,) = owner.get(f"{path}/policies/live")["clusters"]
    assert (live["message"], live["unknown"], live["different"]) == (None, [], [])
    assert live["defaults"]["message_ttl"] == "off"
    put(owner, path, {})
    left = broker_answer(business, operator, f"namespaces/{name}")
    assert policies.from_namespace(left, "standalone") == policies.PolicyReading({}, [])
    values = {key: value for key, value in left.items() if key != "auth_policies"}  # who owns it is another matter
    assert {key: value for key, value in values.items() if key in fresh and value != fresh[key]} == {}


def test_every_policy_of_a_topic(business: Business, operator: Account) -> None:
    owner = business.owner
    business.add_topic("wide", partitions=3)
    said = {policy: value for policy, (value, _, _) in NAMESPACE.items() if policy not in NOT_ON_TOPICS}
    said |= {"max_message_size": "1MB"}
    topic = owner.get("/api/v1/topics", q="wide", tenant_id=business.tenant)["items"][0]["id"]
    for number, local in ((business.topic_id, "created"), (topic, "wide")):
        path, name = f"/api/v1/topics/{number}", f"persistent/{business.name}/orders/{local}"
        put(owner, path, said)
        wish = owner.get(f"{path}/policies")["wish"]

        holds(business, operator, name, policies.PolicyReading(wish, []))
        assert broker_answer(business, operator, f"{name}/retention?applied=false") == {
            "retentionTimeInMinutes": 10080,
            "retentionSizeInMB": 61440,
        }
    created = f"persistent/{business.name}/orders/created"
    assert (
        broker_answer(business, operator, f"{created}/backlogQuotaMap")["message_age"]["policy"] == "producer_exception"
    )
    assert broker_answer(business, operator, f"{created}/maxProducers") == 10
    put(owner, path, {})
    holds(business, operator, name, policies.PolicyReading({}, []))


def test_a_refusal_of_the_cluster_is_shown_and_mended(business: Business, operator: Account) -> None:
    path = f"/api/v1/namespaces/{business.namespace}"
    wish = {"entry_filters": "no_such_filter", "message_ttl": "1h"}
    business.owner.call("PUT", f"{path}/policies", json={"policies": wish}, headers={"If-Match": "*"})

    def is_refused() -> bool:
        (cluster,) = business.owner.get(path)["provisioning"]["clusters"]
        return "Entry filter 'no_such_filter' not found" in (cluster["message"] or "")

    wait_until("the cluster's own message", is_refused, 20, pause=0.1)
    # The others are set all the same, and topics are made meanwhile.
    assert broker_answer(business, operator, f"namespaces/{business.name}/orders/messageTTL") == 3600
    business.add_topic("beside")
    (live,) = business.owner.get(f"{path}/policies/live")["clusters"]
    assert [policy["name"] for policy in live["different"]] == ["entry_filters"]
    put(business.owner, path, {"retention": "time=1d,size=2GB", "backlog_quota": "1GB"})
    assert broker_answer(business, operator, f"namespaces/{business.name}/orders/messageTTL") is None
    # Smaller both: the broker refuses the smaller retention until the smaller quota is there.
    put(business.owner, path, {"retention": "time=1d,size=200MB", "backlog_quota": "100MB"})
    put(business.owner, path, {"retention": "time=1d,size=4GB", "backlog_quota": "3GB"})
    assert (
        broker_answer(business, operator, f"namespaces/{business.name}/orders/retention")["retentionSizeInMB"] == 4096
    )

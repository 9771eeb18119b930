"""Messages written on one cluster are read on the other, by nothing but the center and the lines of broker.conf."""

import contextlib
import json
from collections.abc import Iterator

import pulsar
import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.replication import page
from tests.end_to_end.replication.conftest import Side, Two
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker


@contextlib.contextmanager
def reading(two: Two, side: Side, topic: str) -> Iterator[pulsar.Consumer]:
    """A consumer of everything that was written to the topic, there or elsewhere."""
    with python.client(side.broker.service_url, python.by_token(two.client.token)) as connected:
        yield connected.subscribe(topic, "reader", initial_position=pulsar.InitialPosition.Earliest)


def texts(consumer: pulsar.Consumer, count: int) -> set[str]:
    """So many messages."""
    return {bytes(consumer.receive(20_000).data()).decode() for _ in range(count)}


def states(two: Two, topic: int) -> dict[str, str]:
    """Cluster → whether the topic is there."""
    found = two.owner.get(f"/api/v1/topics/{topic}")["provisioning"]["clusters"]
    return {cluster["cluster"]: cluster["state"] for cluster in found}


def following(two: Two, policies: str) -> set[str]:
    """The clusters that keep messages for seven days, as they say themselves."""
    found = two.owner.get(f"{policies}/live")["clusters"]
    return {cluster["cluster"] for cluster in found if cluster["actual"].get("retention") == "7d"}


def test_messages_of_one_cluster_are_read_on_the_other(two: Two) -> None:
    """By the commands of the page."""
    sections, name = page.sections(), "persistent://acme/orders/created"
    page.run(two, sections["Make it"])
    two.let_client_in("acme")
    two.estate.admin.ready(f"/api/v1/topics/{two.id_of('topic', name)}")
    two.wait_until_enforced(two.east, two.west)
    signed_in = python.by_token(two.client.token)
    for side in (two.east, two.west):
        python.produce(side.broker.service_url, signed_in, name, f"from {side.name}")
    for side in (two.east, two.west):
        with reading(two, side, name) as consumer:
            assert texts(consumer, 2) == {"from east", "from west"}
    said = page.run(two, sections["Look"])
    assert "west: known" in said["usercenter clusters check east"]
    assert {"broker.east", "broker.west"} <= set(said[f"usercenter who {name} --authority 302"].split())
    assert two.west.broker.service_url in said["pulsar-admin clusters get west"]
    replicated = json.loads(said[f"pulsar-admin topics stats {name}"])["replication"]["west"]
    assert (replicated["connected"], replicated["replicationBacklog"]) == (True, 0)


def test_a_different_registration_is_reported_and_left(two: Two) -> None:
    admin, url = two.estate.admin, two.west.broker.service_url
    other = url.replace("127.0.0.1", "localhost")
    admin.patch(f"/api/v1/clusters/{two.west.id}", address=other)
    [peer] = admin.get(f"/api/v1/clusters/{two.east.id}/connection")["peers"]
    assert (peer["state"], peer["message"]) == ("known_differently", f"brokerServiceUrl: {url}, not {other}")
    tenant = two.tenant("initech")
    two.owner.ready(f"/api/v1/tenants/{tenant}")
    clusters = two.owner.get(f"/api/v1/tenants/{tenant}")["provisioning"]["clusters"]
    assert [url in str(cluster["message"]) for cluster in clusters] == [True, False]
    admin.patch(f"/api/v1/clusters/{two.west.id}", address=url)
    page.run(two, page.sections()["When a cluster knows another one differently"])
    [peer] = admin.get(f"/api/v1/clusters/{two.east.id}/connection")["peers"]
    assert peer == {"cluster": "west", "state": "known", "message": None}


def test_a_cluster_that_is_down_stops_nothing_and_catches_up(two: Two) -> None:
    two.west.broker.stop()
    name, signed_in = "persistent://globex/sales/sales", python.by_token(two.client.token)
    topic = two.topic(two.tenant("globex"), "sales")
    wait_until("the topic on the other", lambda: states(two, topic)["east"] == "ready", 30, pause=0.2)
    assert states(two, topic)["west"] == "pending"
    policies = f"/api/v1/namespaces/{two.id_of('namespace', 'globex/sales')}/policies"
    two.owner.call("PATCH", policies, json={"policies": {"retention": "7d"}}, headers={"If-Match": "*"})
    wait_until("the policy on the other", lambda: "east" in following(two, policies), 30, pause=0.2)
    assert following(two, policies) == {"east"}
    connection = two.estate.admin.get(f"/api/v1/clusters/{two.west.id}/connection")
    assert (connection["answers"], connection["code"]) == (False, "cluster_unreachable")
    two.wait_until_enforced(two.east)
    for number in range(3):
        python.produce(two.east.broker.service_url, signed_in, name, f"message {number}")
    two.west.broker.start()
    two.owner.post(f"/api/v1/topics/{topic}/retry")
    two.owner.ready(f"/api/v1/topics/{topic}")
    wait_until("the policy on both", lambda: following(two, policies) == {"east", "west"}, 60, pause=0.5)
    two.wait_until_enforced(two.west)
    with reading(two, two.west, name) as consumer:
        assert texts(consumer, 3) == {"message 0", "message 1", "message 2"}

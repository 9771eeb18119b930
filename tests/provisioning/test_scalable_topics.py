"""Scalable topics are made, listed, weighed and removed on clusters that have them; older ones say what is needed."""

import pytest

from app.access.names import ResourceType
from app.resources.pulsar.admin_client import AdminClient
from app.resources.pulsar.admin_http import ClusterRefusedError
from tests.provisioning.calling import endpoint
from tests.provisioning.fake_pulsar import EMPTY, FakePulsar
from tests.provisioning.test_losses import ask
from tests.provisioning.wishes import Wishes

SCALABLE, TWIN = "topic://acme/orders/created", "persistent://acme/orders/created"


@pytest.fixture
def orders(pulsar: FakePulsar) -> FakePulsar:
    """A namespace in which a scalable and a persistent topic have one name."""
    pulsar.tenants["acme"], pulsar.namespaces["acme/orders"] = {}, {}
    with AdminClient(endpoint(pulsar.url), "the-token", seconds=2) as client:
        for _ in range(2):
            client.create_topic(SCALABLE, 0)
            client.create_topic(TWIN, 2)
    return pulsar


def test_it_is_listed_beside_others_and_removed_alone(orders: FakePulsar) -> None:
    assert ("PUT", "/scalable/acme/orders/created") in orders.calls
    with AdminClient(endpoint(orders.url), "the-token", seconds=2) as client:
        assert client.topics("acme/orders") == [TWIN, SCALABLE]
        for _ in range(2):
            client.delete_topic(SCALABLE, force=True)
        assert client.topics("acme/orders") == [TWIN]


def test_what_its_deletion_takes(orders: FakePulsar) -> None:
    """Its statistics call producers by another name."""
    consumed = {"billing": {"msgBacklog": 7, "consumers": [{}], "type": "STREAM"}}
    orders.stats[SCALABLE] = {"producers": [{}, {}], "subscriptions": consumed, "storageSize": 100}
    orders.stats[TWIN] = EMPTY
    loss = ask(orders, ResourceType.NAMESPACE, "acme/orders")
    assert (loss.state, loss.topics, loss.looked_at, loss.backlog, loss.producers) == ("whole", 2, 2, 7, 2)
    assert loss.largest[0].topic == SCALABLE


def test_an_older_cluster_says_which_version_is_needed(wishes: Wishes, pulsar: FakePulsar) -> None:
    pulsar.scalable = False
    namespace = wishes.namespace(wishes.tenant("acme", wishes.cluster(pulsar)), "orders")
    topic = wishes.topic(namespace, "created", domain="topic")
    wishes.run()
    [job] = wishes.jobs(ResourceType.TOPIC, topic)
    assert job.message == "404: the cluster has no scalable topics: they need Pulsar 5.0 or newer"
    with AdminClient(endpoint(pulsar.url), "the-token", seconds=2) as client:
        assert client.topics("acme/orders") == []
        client.delete_topic(SCALABLE)


def test_its_old_twin_is_not_taken_for_it(pulsar: FakePulsar) -> None:
    pulsar.tenants["acme"], pulsar.namespaces["acme/orders"] = {}, {}
    pulsar.topics[TWIN] = 0
    with AdminClient(endpoint(pulsar.url), "the-token", seconds=2) as client:
        client.create_topic(SCALABLE, 0)
        assert client.stats(SCALABLE) is not None
        client.delete_topic(TWIN)
        with pytest.raises(ClusterRefusedError, match="non empty"):
            client.delete_namespace("acme/orders")
        assert client.topics("acme/orders") == [SCALABLE]

"""What deleting would take is asked of the cluster, within a time, and never said to be less than it is."""

import threading

import pytest

from app.access.names import ResourceType
from app.resources.provisioning import deletion_forecast
from app.resources.provisioning.deletion_forecast import ClusterLoss, TopicLoss
from tests.provisioning.calling import endpoint
from tests.provisioning.fake_pulsar import FakePulsar, hold_until, reason, stats_in_use

CREATED, PARTS, QUICK = (
    "persistent://acme/orders/created",
    "persistent://acme/orders/parts",
    "persistent://acme/b/quick",
)


@pytest.fixture
def acme(pulsar: FakePulsar) -> FakePulsar:
    """A tenant with two namespaces and three topics, one of them partitioned."""
    pulsar.tenants["acme"] = {}
    pulsar.namespaces |= {"acme/orders": {}, "acme/b": {}, "other/orders": {}}
    pulsar.topics |= {CREATED: 0, PARTS: 2, QUICK: 0, "persistent://other/orders/created": 0}
    pulsar.stats[CREATED] = stats_in_use(1, 100, billing=7, shipping=0)
    pulsar.stats[PARTS] = stats_in_use(2, 50, billing=3)
    return pulsar


def ask(pulsar: FakePulsar, kind: ResourceType, name: str, *, gone: bool = False, seconds: float = 5) -> ClusterLoss:
    cluster = deletion_forecast.ClusterToAsk(1, "prod", "center.prod", gone, endpoint(pulsar.url))
    return deletion_forecast.ask(cluster, kind, name, "the-token", seconds=seconds)


def test_a_tenant_takes_all_that_the_cluster_has_in_it(acme: FakePulsar) -> None:
    found = ask(acme, ResourceType.TENANT, "acme")
    assert (found.state, found.message) == ("whole", None)
    assert (found.namespaces, found.topics, found.looked_at) == (2, 3, 3)
    assert (found.subscriptions, found.backlog, found.bytes, found.producers, found.consumers) == (3, 10, 150, 3, 3)
    assert found.largest == [
        TopicLoss(CREATED, subscriptions=2, backlog=7, bytes=100, producers=1, consumers=2),
        TopicLoss(PARTS, subscriptions=1, backlog=3, bytes=50, producers=2, consumers=1),
        TopicLoss(QUICK, subscriptions=0, backlog=0, bytes=0, producers=0, consumers=0),
    ]
    assert acme.changes() == []
    assert set(acme.tokens) == {"Bearer the-token"}


@pytest.mark.parametrize(
    ("kind", "name", "topics", "backlog"),
    [
        (ResourceType.NAMESPACE, "acme/orders", 2, 10),
        (ResourceType.TOPIC, PARTS, 1, 3),
        (ResourceType.TOPIC, "persistent://acme/orders/nowhere", 0, 0),
        (ResourceType.NAMESPACE, "acme/nowhere", 0, 0),
    ],
)
def test_a_namespace_and_a_topic(acme: FakePulsar, kind: ResourceType, name: str, topics: int, backlog: int) -> None:
    found = ask(acme, kind, name)
    assert (found.state, found.topics, found.backlog) == ("whole", topics, backlog)


def test_a_cluster_that_does_not_answer(acme: FakePulsar) -> None:
    until = threading.Event()
    acme.before_answer = hold_until(until)
    found = ask(acme, ResourceType.TENANT, "acme", seconds=0.2)
    until.set()
    assert (found.state, found.topics) == ("unknown", 0)
    assert found.message == "the cluster did not answer in time"


@pytest.mark.parametrize("answer", [reason(401, "no"), (200, b"<html>", {}), (200, {"publishers": 1}, {})])
def test_an_empty_answer_means_unknown(acme: FakePulsar, answer: object) -> None:
    acme.answer_always = answer  # type: ignore[assignment]
    found = ask(acme, ResourceType.TENANT, "acme")
    assert found.state == "unknown"
    assert found.message


def test_statistics_without_numbers_count_as_not_examined(acme: FakePulsar) -> None:
    acme.stats[PARTS] = {"publishers": [], "subscriptions": {"billing": {"msgBacklog": "many"}}, "storageSize": 0}
    found = ask(acme, ResourceType.NAMESPACE, "acme/orders")
    assert (found.state, found.topics, found.looked_at, found.backlog) == ("partly", 2, 1, 7)
    assert found.message


def test_topics_not_examined_in_time_are_counted(acme: FakePulsar, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion_forecast, "MOST_TOPICS", 1)
    found = ask(acme, ResourceType.TENANT, "acme")
    assert (found.state, found.topics, found.looked_at, found.message) == ("partly", 3, 1, None)


def test_a_cluster_that_was_given_up_is_not_asked(acme: FakePulsar) -> None:
    found = ask(acme, ResourceType.TENANT, "acme", gone=True)
    assert (found.state, found.message) == ("unknown", "given up: the cluster is gone")
    assert acme.calls == []

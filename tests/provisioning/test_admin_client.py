"""Every call may be repeated, a refusal keeps the cluster's words, and nothing leaves the allowed hosts."""

import threading
from collections.abc import Iterator

import pytest

from app.resources.pulsar.admin_client import AdminClient
from app.resources.pulsar.admin_http import MESSAGE_LENGTH, ClusterRefusedError, ClusterUnreachableError
from tests.provisioning.calling import endpoint
from tests.provisioning.fake_pulsar import FakePulsar, hold_until, reason

TOPIC = "persistent://acme/orders/created"


@pytest.fixture
def client(pulsar: FakePulsar) -> Iterator[AdminClient]:
    with AdminClient(endpoint(pulsar.url), "the-token", seconds=2) as made:
        yield made


@pytest.fixture
def orders(client: AdminClient) -> str:
    client.create_tenant("acme", ["prod"])
    client.create_namespace("acme/orders", 4, [])
    return "acme/orders"


def test_every_call_may_be_repeated(pulsar: FakePulsar, client: AdminClient) -> None:
    for _ in range(2):
        client.create_tenant("acme", ["prod"])
        client.create_namespace("acme/orders", 4, ["prod"])
        client.create_topic(TOPIC, 0)
        client.create_topic("non-persistent://acme/orders/parts", 3)
        client.grow_topic("non-persistent://acme/orders/parts", 5)
        with pytest.raises(ClusterRefusedError):
            client.create_topic("non-persistent://acme/orders/parts", 3)
        pulsar.topics["non-persistent://acme/orders/parts"] = 3
    assert pulsar.tenants == {"acme": {"adminRoles": [], "allowedClusters": ["prod"]}}
    assert pulsar.namespaces == {"acme/orders": {"bundles": {"numBundles": 4}, "replication_clusters": ["prod"]}}
    assert pulsar.topics == {TOPIC: 0, "non-persistent://acme/orders/parts": 3}
    for _ in range(2):
        for topic in list(pulsar.topics):
            client.delete_topic(topic)
        client.delete_namespace("acme/orders")
        client.delete_tenant("acme")
    assert not pulsar.tenants
    assert set(pulsar.tokens) == {"Bearer the-token"}


def test_lists_name_a_partitioned_topic_once(client: AdminClient, orders: str) -> None:
    client.create_topic(TOPIC, 0)
    client.create_topic("persistent://acme/orders/parts", 3)
    client.create_topic("non-persistent://acme/orders/quick", 0)
    assert client.topics(orders) == [
        "non-persistent://acme/orders/quick",
        TOPIC,
        "persistent://acme/orders/parts",
    ]
    assert client.namespaces("acme") == [orders]


@pytest.mark.parametrize("partitions", [0, 3])
def test_a_topic_of_another_shape_is_not_taken_for_the_wish(client: AdminClient, orders: str, partitions: int) -> None:
    client.create_topic(TOPIC, 3 - partitions)
    with pytest.raises(ClusterRefusedError, match=f"exists with {3 - partitions} partitions"):
        client.create_topic(TOPIC, partitions)


def test_other_shapes_of_tenant_and_namespace(pulsar: FakePulsar, client: AdminClient, orders: str) -> None:
    pulsar.clusters.append("other")
    with pytest.raises(ClusterRefusedError, match="tenant acme exists for clusters"):
        client.create_tenant("acme", ["other", "prod"])
    with pytest.raises(ClusterRefusedError, match="exists with 4 bundles"):
        client.create_namespace(orders, 8, [])
    pulsar.namespaces[orders] = {"bundles": {"numBundles": 9}}
    client.create_namespace(orders, 4, [])  # brokers have split its bundles since


def test_names_are_quoted(pulsar: FakePulsar, client: AdminClient) -> None:
    client.create_tenant("a=b:c", ["prod"])
    client.create_namespace("a=b:c/d=e", 4, [])
    client.create_topic("persistent://a=b:c/d=e/f:g=h", 0)
    assert list(pulsar.topics) == ["persistent://a=b:c/d=e/f:g=h"]


def test_the_clusters_own_message_is_kept(pulsar: FakePulsar, client: AdminClient, orders: str) -> None:
    client.create_topic(TOPIC, 0)
    with pytest.raises(ClusterRefusedError, match="409: Cannot delete non empty namespace"):
        client.delete_namespace(orders)
    pulsar.answers = [(500, b"\n <html>\x00boom\r\n" + b"x" * 5000, {})]
    with pytest.raises(ClusterRefusedError) as refused:
        client.delete_namespace(orders)
    assert str(refused.value).startswith("500: <html> boom xxx")
    assert len(str(refused.value)) == len("500: ") + MESSAGE_LENGTH
    pulsar.answers = [reason(401, "no: Bearer the-token")]
    with pytest.raises(ClusterRefusedError) as refused:
        client.delete_namespace(orders)
    assert "the-token" not in str(refused.value)


@pytest.mark.parametrize("strange", [{"partitions": "3"}, [7], 7, "text", b"null"])
def test_malformed_answers_are_refused(pulsar: FakePulsar, client: AdminClient, strange: object) -> None:
    pulsar.answer_always = (200, strange, {})
    with pytest.raises(ClusterRefusedError):
        client.clusters()
    with pytest.raises(ClusterRefusedError):
        client.partitions(TOPIC)


def test_a_slow_or_silent_cluster_is_unreachable(pulsar: FakePulsar, client: AdminClient) -> None:
    given_up = threading.Event()
    pulsar.before_answer = hold_until(given_up)
    with pytest.raises(ClusterUnreachableError):
        client.clusters()
    given_up.set()
    with pytest.raises(ClusterRefusedError, match="not finished in time"):
        client.clusters()


def test_a_closed_port_is_unreachable() -> None:
    with (
        AdminClient(endpoint("http://127.0.0.1:1"), "t") as client,
        pytest.raises(ClusterUnreachableError, match="cannot be reached"),
    ):
        client.clusters()


def test_a_redirect_to_an_allowed_host_is_followed_with_body(pulsar: FakePulsar, client: AdminClient) -> None:
    with FakePulsar("prod").running() as owner:
        pulsar.answers = [(307, None, {"Location": f"{owner.url}/admin/v2/tenants/acme?authoritative=true"})]
        client.create_tenant("acme", ["prod"])
        assert owner.tenants == {"acme": {"adminRoles": [], "allowedClusters": ["prod"]}}
        assert not pulsar.tenants


def test_redirects_in_a_circle_end(pulsar: FakePulsar, client: AdminClient) -> None:
    pulsar.answer_always = (307, None, {"Location": f"{pulsar.url}/admin/v2/clusters"})
    with pytest.raises(ClusterRefusedError, match="circle"):
        client.clusters()
    assert len(pulsar.calls) == 6

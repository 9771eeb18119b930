"""Through a proxy: the client behind it is who counts, on the broker that serves the topic."""

import time
from collections.abc import Callable, Iterator

import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.cluster.cluster import PROXY
from tests.end_to_end.cluster.company import WRITE_TOPIC, Company
from tests.end_to_end.estate import JAR
from tests.end_to_end.pulsar.proxy import PulsarProxy
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker


@pytest.fixture
def proxy(healthy: Company) -> Iterator[PulsarProxy]:
    """Before the first broker; topics of the second one are reached through it too."""
    here = healthy.cluster.brokers[0]
    token = healthy.secret("proxy.jwt", healthy.service(PROXY).token)
    made = PulsarProxy(healthy.directory / "proxy", here.service_url, here.admin_url, {}, JAR)
    made.settings = {
        **{key: value for key, value in here.settings.items() if key.startswith("userCenter")},
        "clusterName": here.settings["clusterName"],
        "authenticationEnabled": "true",
        "forwardAuthorizationCredentials": "true",  # the brokers verify the client's token themselves
        "authenticationProviders": here.settings["authenticationProviders"],
        "brokerClientAuthenticationPlugin": here.settings["brokerClientAuthenticationPlugin"],
        "brokerClientAuthenticationParameters": f"file://{token}",
        "userCenterUrl": healthy.center.url,
        "userCenterSnapshotFile": str(made.directory / "snapshot.json"),
        "userCenterEventsDirectory": str(made.directory / "events"),
    }
    healthy.confirm()
    made.start()
    yield made
    made.stop()  # killed it would count as vanished, and no later revision would be confirmed


def test_a_revocation_reaches_clients_behind_a_proxy(
    healthy: Company, proxy: PulsarProxy, record_measurement: Callable[[str], None]
) -> None:
    topic = healthy.topic("proxied", "orders")
    healthy.move(topic, healthy.cluster.brokers[1])
    writer, other = healthy.service("proxied-one"), healthy.service("proxied-other")
    grant = healthy.grant(writer, topic, WRITE_TOPIC)
    healthy.grant(other, topic, WRITE_TOPIC)
    healthy.confirm()
    url = proxy.service_url
    with (
        Producing(url, python.by_token(writer.token), topic.full) as ending,
        Producing(url, python.by_token(other.token), topic.full) as going_on,
    ):
        healthy.admin.revoke(grant)
        healthy.confirm()
        confirmed = time.monotonic()
        wait_until("the producer to be refused", lambda: ending.error, seconds=20, last=ending)
        wait_until("the other one goes on", lambda: going_on.accepted_after(confirmed) > 20, seconds=10, last=going_on)
        assert going_on.error is None
    record_measurement(
        f"behind a proxy: last message {(confirmed - ending.accepted[-1]) * 1e3:.1f} ms before the confirmation"
    )

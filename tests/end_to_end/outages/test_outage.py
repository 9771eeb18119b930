"""The center dies, the broker restarts, the center comes back: allowed clients go on, others stay out."""

import time
from collections.abc import Callable, Iterator

import httpx
import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.conftest import TOPIC_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.rights.test_rights import REFUSED
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker


@pytest.fixture
def dead_center(estate: Estate) -> Iterator[Callable[[], None]]:
    """Kill the center when called; whatever the test does, it runs again afterwards."""
    yield estate.center.kill
    if estate.center.process is None:
        estate.center.start()
    estate.wait_for_broker()


def assert_still_enforced(business: Business, may: Account, may_not: Account) -> None:
    """New connections with a token: one gets in, the other does not."""
    python.produce(business.url, python.by_token(may.token), business.topic)
    with pytest.raises(REFUSED):
        python.produce(business.url, python.by_token(may_not.token), business.topic)


def test_center_killed_while_clients_produce(
    estate: Estate, business: Business, dead_center: Callable[[], None], record_measurement: Callable[[str], None]
) -> None:
    may, _ = business.service("may", WRITE_TOPIC)
    may_not, _ = business.service("may-not")
    with Producing(business.url, python.by_token(may.token), business.topic) as producing:
        dead_center()
        killed = time.monotonic()
        wait_until(
            "it goes on without the center", lambda: producing.accepted_after(killed) > 50, seconds=10, last=producing
        )
        assert_still_enforced(business, may, may_not)
        estate.center.start()
        wait_until("it goes on with the center", lambda: producing.alive, seconds=5, last=producing)
        begin = time.monotonic()
        grant = business.owner.grant(may_not.id, TOPIC_TYPE, business.topic_id, WRITE_TOPIC)
        business.wait_until_enforced()
        record_measurement(
            f"center back: the broker caught up with a new grant {(time.monotonic() - begin) * 1e3:.0f} ms later"
        )
        python.produce(business.url, python.by_token(may_not.token), business.topic)
        assert producing.error is None
    assert grant in [item["id"] for item in business.owner.get("/api/v1/grants", user_id=may_not.id)["items"]]


def test_broker_restarts_without_the_center(
    estate: Estate, business: Business, dead_center: Callable[[], None], record_measurement: Callable[[str], None]
) -> None:
    may, grant = business.service("may", WRITE_TOPIC)
    may_not, _ = business.service("may-not")
    assert grant is not None
    dead_center()
    estate.broker.stop()
    assert list(estate.broker.events_directory.glob("*.jsonl"))
    assert not list(estate.broker.events_directory.glob("*.open")), "a broker that stops finishes its file of events"
    begin = time.monotonic()
    estate.broker.start()
    record_measurement(f"broker restarted without the center in {time.monotonic() - begin:.1f} s")
    assert_still_enforced(business, may, may_not)
    estate.center.start()
    business.owner.revoke(grant)
    business.wait_until_enforced()
    with pytest.raises(REFUSED):
        python.produce(business.url, python.by_token(may.token), business.topic)


def test_nothing_acknowledged_is_lost(estate: Estate, business: Business, dead_center: Callable[[], None]) -> None:
    account, _ = business.service("many")
    acknowledged = []
    topics = [business.add_topic(f"t{number}") for number in range(3)]
    for topic in topics:
        acknowledged.append(business.owner.grant(account.id, TOPIC_TYPE, topic, WRITE_TOPIC))
    # Killed in the same moment in which the last answer arrived.
    dead_center()
    with pytest.raises(httpx.TransportError):
        business.owner.get("/api/v1/session")
    estate.center.start()
    items = business.owner.get("/api/v1/grants", user_id=account.id, limit=100)["items"]
    assert set(acknowledged) <= {item["id"] for item in items}
    business.wait_until_enforced()
    for number in range(3):
        python.produce(business.url, python.by_token(account.token), f"persistent://{business.name}/orders/t{number}")

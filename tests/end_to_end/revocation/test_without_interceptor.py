"""A broker without the plugin's interceptor: rights end on open connections there too, by the fallback."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests import plain_http
from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Consuming, Producing
from tests.end_to_end.conftest import READ_TOPIC, WRITE_TOPIC, Business
from tests.end_to_end.estate import Estate
from tests.end_to_end.revocation.test_kick import flowing, silent_after
from tests.end_to_end.revocation.test_revocation import stopped_after
from tests.end_to_end.revocation.test_windows import in_ms, refused_after, service_in_window
from tests.end_to_end.rights import holes
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker


@contextmanager
def interceptor_off(estate: Estate) -> Iterator[None]:
    """The broker without it; started again with it afterwards."""
    whole = dict(estate.broker.settings)
    estate.broker.settings = {**whole, "brokerInterceptors": "", "disableBrokerInterceptors": "true"}
    # Connections that use nothing stay, so the center confirms nothing.
    estate.verdict = "unfollowed"
    try:
        estate.broker.restart()
        estate.wait_for_broker()
        yield
    finally:
        estate.broker.settings, estate.verdict = whole, "enforced"
        estate.broker.restart()
        estate.wait_for_broker()


@pytest.fixture
def without_interceptor(estate: Estate, business: Business) -> Iterator[None]:
    """The shared broker without it, while a test runs."""
    with interceptor_off(estate):
        yield


@pytest.mark.usefixtures("without_interceptor")
def test_revocation_and_windows_end_open_producers_and_consumers(
    business: Business, record_measurement: Callable[[str], None]
) -> None:
    revoked, grant = business.service("revoked", WRITE_TOPIC)
    staying, _ = business.service("staying", WRITE_TOPIC)
    assert grant is not None
    with Producing(business.url, python.by_token(staying.token), business.topic) as going_on:
        with Producing(business.url, python.by_token(revoked.token), business.topic) as producing:
            late = stopped_after(producing, lambda: business.owner.revoke(grant))
        record_measurement(f"without interceptor, revoked: last message {late:.1f} ms after the answer")
        until = in_ms(8)
        reader, reading = business.service("reader", READ_TOPIC)
        assert reading is not None
        with Consuming(business.url, python.by_token(reader.token), business.topic, "s") as consuming:
            flowing(consuming)
            late = silent_after(consuming, lambda: business.owner.revoke(reading))
        record_measurement(f"without interceptor, revoked: last message consumed {late:.1f} ms after the answer")
        leaving = service_in_window(business, "leaving", valid_until=until)
        with Producing(business.url, python.by_token(leaving.token), business.topic) as producing:
            late = refused_after(producing, until)
        record_measurement(f"without interceptor, window over: last message {late:.1f} ms after its end")
        over = time.monotonic()
        wait_until("the other one goes on", lambda: going_on.accepted_after(over) > 20, seconds=10, last=going_on)
        assert going_on.error is None
    # Nobody would pass the mode on to the center, so it must not look as if it were set.
    signed_in = {"Authorization": f"Bearer {business.owner.token(business.owner_id)}"}
    with plain_http.client(business.estate.broker.admin_url, headers=signed_in, timeout=30) as admin:
        path = f"/admin/v2/namespaces/{business.name}/orders/subscriptionAuthMode"
        assert admin.post(path, json="Prefix").status_code in (401, 403)
        assert admin.get(path).json() == "None"


@pytest.mark.usefixtures("without_interceptor")
def test_known_holes_are_open_and_named(business: Business) -> None:
    """What holds their file: with the interceptor nobody gets through (rights/test_known_holes)."""
    named = holes.CALLED - {"CVE-2026-105938"}
    assert holes.let_through(business) == named
    assert all(business.estate.broker.said_since_start(f"{hole}: ") for hole in named)
    assert not business.estate.broker.said_since_start("CVE-2026-105938")
    (broker,) = business.estate.admin.get(f"/api/v1/clusters/{business.estate.cluster}/brokers")["items"]
    assert named < {hole["id"] for hole in broker["holes"]}


@pytest.mark.usefixtures("without_interceptor")
def test_a_broker_that_stops_says_goodbye(business: Business) -> None:
    """Otherwise the center would take it for one that is cut off and goes on with older rights."""
    estate = business.estate
    brokers = f"/api/v1/clusters/{estate.cluster}/brokers"
    estate.broker.stop()
    (broker,) = estate.admin.get(brokers)["items"]
    assert broker["state"] == "left"

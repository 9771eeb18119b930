"""Expiry after expiry, the center started anew in between: every kind of client goes on."""

import contextlib
import time
from collections.abc import Callable

import pytest

from tests.end_to_end.authentication.tokens.test_refresh import verifications
from tests.end_to_end.clients import python
from tests.end_to_end.conftest import WRITE_TOPIC, Business
from tests.end_to_end.estate import Estate
from tests.end_to_end.expiry.clients import FetchingSupplier, Persevering, SteadyProducer
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.broker, pytest.mark.soak, pytest.mark.timeout(900)]
_LIFE, _EXPIRIES = 60, 3


def test_expiry_after_expiry(
    minutes: Estate, business: Business, producer: SteadyProducer, record_measurement: Callable[[str], None]
) -> None:
    supplied, _ = business.service(f"supplied{time.monotonic_ns()}", WRITE_TOPIC)
    fetching, _ = business.service(f"fetching{time.monotonic_ns()}", WRITE_TOPIC)
    supplier = FetchingSupplier(minutes.center.url, *business.owner.client_secret(supplied.id))
    oauth2 = python.by_oauth2(minutes.center.url, *business.owner.client_secret(fetching.id))
    business.wait_until_enforced()
    with contextlib.ExitStack() as running:
        stock = {
            supplied.username: running.enter_context(
                Persevering(business.url, python.by_supplier(supplier), business.topic)
            ),
            fetching.username: running.enter_context(Persevering(business.url, oauth2, business.topic)),
        }
        users = [*stock, producer.username]
        first = {user: verifications(minutes, user) for user in users}

        def all_refreshed(times: int) -> bool:
            return all(verifications(minutes, user) - first[user] >= times for user in users)

        wait_until("one refresh of each", lambda: all_refreshed(1), 3 * _LIFE, pause=1)
        minutes.center.stop()
        minutes.center.start()
        wait_until(f"{_EXPIRIES} refreshes of each", lambda: all_refreshed(_EXPIRIES), 5 * _LIFE, pause=1)
        producer.goes_on(30)
        for client in stock.values():
            client.goes_on(30)
        lost = {user: client.failed for user, client in stock.items()} | {producer.username: producer.count("FAILED")}
    record_measurement(f"three expiries of a minute and a restart of the center: failed attempts {lost}")
    # Tokens are renewed before they end, and one that could not be renewed in time is tried again at once.
    assert producer.count("FAILED") == 0
    assert supplier.fetched >= _EXPIRIES

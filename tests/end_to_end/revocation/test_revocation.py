"""Withdrawn rights end on open connections, and no others end. Times are printed, never asserted."""

import itertools
import time
from collections.abc import Callable

import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.conftest import WRITE_TOPIC, Business
from tests.end_to_end.estate import Estate
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker


def stopped_after(producing: Producing, change: Callable[[], object]) -> float:
    """Make a change and wait until the producer is refused; milliseconds from the answer to the last acceptance."""
    change()
    answered = time.monotonic()
    wait_until("the producer to be refused", lambda: producing.error, seconds=20, last=producing)
    return max(0.0, (producing.accepted[-1] - answered) * 1000)


def test_revoking_stops_an_open_producer_and_nobody_else(
    business: Business, record_measurement: Callable[[str], None]
) -> None:
    ending, grant = business.service("one", WRITE_TOPIC)
    two, _ = business.service("two", WRITE_TOPIC)
    assert grant is not None
    with (
        Producing(business.url, python.by_token(ending.token), business.topic) as first,
        Producing(business.url, python.by_token(two.token), business.topic) as second,
    ):
        late = stopped_after(first, lambda: business.owner.revoke(grant))
        revoked = time.monotonic()
        wait_until("the other one goes on", lambda: second.accepted_after(revoked) > 20, seconds=10, last=second)
        assert second.error is None
    pause = max(b - a for a, b in itertools.pairwise(second.accepted)) * 1000
    record_measurement(
        f"revoked: last message {late:.1f} ms after the answer; longest pause of the other producer {pause:.0f} ms"
    )


def test_disabling_a_user_ends_its_connections(
    estate: Estate, business: Business, record_measurement: Callable[[str], None]
) -> None:
    account, _ = business.service("gone", WRITE_TOPIC)
    with Producing(business.url, python.by_token(account.token), business.topic) as producing:
        late = stopped_after(producing, lambda: business.owner.patch(f"/api/v1/users/{account.id}", status="disabled"))
    record_measurement(f"disabled: last message {late:.1f} ms after the answer")
    assert estate.event(user=account.username, dec=2)["code"] == "USER_DISABLED"


def test_revoking_a_token_ends_its_connections(
    estate: Estate, business: Business, record_measurement: Callable[[str], None]
) -> None:
    account, _ = business.service("lost", WRITE_TOPIC)
    tokens = business.owner.get(f"/api/v1/users/{account.id}/tokens")["items"]
    with Producing(business.url, python.by_token(account.token), business.topic) as producing:
        path = f"/api/v1/users/{account.id}/tokens/{tokens[0]['id']}"
        late = stopped_after(producing, lambda: business.owner.delete(path))
    record_measurement(f"token revoked: last message {late:.1f} ms after the answer")


def test_the_center_confirms_enforcement(
    estate: Estate, business: Business, record_measurement: Callable[[str], None]
) -> None:
    _, grant = business.service("any", WRITE_TOPIC)
    assert grant is not None
    business.owner.revoke(grant)
    begin = time.monotonic()
    estate.admin.revision = business.owner.revision
    report = estate.wait_for_broker()
    record_measurement(
        f"enforced on {report['enforced']} of {report['brokers']} after {(time.monotonic() - begin) * 1e3:.0f} ms"
    )
    assert report["enforced"] == report["brokers"] == 1
    assert report["revision"] >= business.owner.revision

"""What ends by time ends on the broker, on open connections too, without any change and without the center."""

import os
import signal
import time
from collections.abc import Callable, Iterator

import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.conftest import TOPIC_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.rights.test_rights import REFUSED
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker


@pytest.fixture
def stop_the_center(estate: Estate) -> Iterator[Callable[[], None]]:
    """Hang the center when called: it takes connections and says nothing. It goes on afterwards."""
    assert estate.center.process
    group = estate.center.process.pid
    yield lambda: os.killpg(group, signal.SIGSTOP)
    os.killpg(group, signal.SIGCONT)
    estate.wait_for_broker()


def in_ms(seconds: float) -> int:
    """Epoch ms so many seconds from now."""
    return int((time.time() + seconds) * 1000)


def service_in_window(business: Business, suffix: str, **window: int) -> Account:
    """A service that may write on the topic within the window."""
    account, _ = business.service(suffix)
    body = {"user_id": account.id, "res_type": TOPIC_TYPE, "res_id": business.topic_id, "authorities": [WRITE_TOPIC]}
    business.owner.post("/api/v1/grants", **body, **window)
    business.wait_until_enforced()
    return account


def refused_after(producing: Producing, until: int) -> float:
    """Wait until the producer is refused; by how many ms its last accepted message was later than the window's end."""
    wait_until("the producer to be refused", lambda: producing.error, seconds=25, last=producing)
    offset = time.time() - time.monotonic()
    assert time.time() * 1000 >= until, "nothing ends before its time"
    return (producing.accepted[-1] + offset) * 1000 - until


def test_a_window_ends_an_open_producer_and_lets_the_next_one_in(
    estate: Estate, business: Business, record_measurement: Callable[[str], None]
) -> None:
    until = in_ms(6)
    leaving, coming = (
        service_in_window(business, "leaving", valid_until=until),
        service_in_window(business, "coming", valid_from=until),
    )
    with pytest.raises(REFUSED):
        python.produce(business.url, python.by_token(coming.token), business.topic)
    before = estate.wait_for_broker()["revision"]
    with Producing(business.url, python.by_token(leaving.token), business.topic) as producing:
        late = refused_after(producing, until)
    python.produce(business.url, python.by_token(coming.token), business.topic)
    record_measurement(f"window over: last message {late:.1f} ms after its end")
    assert estate.wait_for_broker()["revision"] == before, "nothing was changed in the center"
    assert estate.event(user=leaving.username, dec=2, op="PRODUCE")["code"] == "GRANT_NOT_IN_FORCE"


def test_a_window_ends_while_the_center_hangs(
    business: Business, stop_the_center: Callable[[], None], record_measurement: Callable[[str], None]
) -> None:
    until = in_ms(6)
    leaving = service_in_window(business, "leaving", valid_until=until)
    staying, _ = business.service("staying", WRITE_TOPIC)
    with (
        Producing(business.url, python.by_token(leaving.token), business.topic) as ending,
        Producing(business.url, python.by_token(staying.token), business.topic) as going_on,
    ):
        stop_the_center()
        late = refused_after(ending, until)
        over = time.monotonic()
        wait_until("the other one goes on", lambda: going_on.accepted_after(over) > 20, seconds=10, last=going_on)
        assert going_on.error is None
    record_measurement(f"window over, the center hanging: last message {late:.1f} ms after its end")

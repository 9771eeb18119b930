"""Tokens of a minute, our plugin in a Java client and in the broker itself, while the center is away."""

import os
import signal
import time

import pytest

from tests.end_to_end.estate import Estate
from tests.end_to_end.expiry.clients import SteadyProducer
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.broker, pytest.mark.soak, pytest.mark.timeout(900)]
_LIFE = 60


@pytest.mark.parametrize(
    ("sign", "reason"), [(signal.SIGSTOP, "has not answered within"), (signal.SIGKILL, "nobody answers at")]
)
def test_a_center_that_is_away_is_outlasted_until_the_token_ends(
    minutes: Estate, producer: SteadyProducer, sign: signal.Signals, reason: str
) -> None:
    process = minutes.center.process
    assert process is not None
    if sign == signal.SIGSTOP:
        os.killpg(process.pid, sign)
    else:
        minutes.center.kill()
    away = time.monotonic()
    try:
        producer.goes_on(10)
        wait_until("the end of the token", lambda: producer.count("FAILED") > 0, 2 * _LIFE, pause=0.2)
        # The token was renewed at the latest after 80 % of its life: a fifth was left in the worst case.
        assert time.monotonic() - away > 5
        # The program is told why, not only that it took too long.
        wait_until("the reason", lambda: producer.has_printed(reason), seconds=30, pause=0.2)
    finally:
        if sign == signal.SIGSTOP:
            os.killpg(process.pid, signal.SIGCONT)
        else:
            minutes.center.start()
    producer.goes_on(90)


def test_a_broker_starts_without_the_center(minutes: Estate, producer: SteadyProducer) -> None:
    minutes.center.kill()
    try:
        minutes.broker.restart()
    finally:
        minutes.center.start()
    minutes.wait_for_broker()
    producer.goes_on(120)
    health = "user center: nobody answers"
    assert health in minutes.broker.log_text()

"""Tokens of a minute, our plugin in a Java client and in the broker itself: across expiries, and without the center."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.conftest import WRITE_TOPIC, Business, new_business
from tests.end_to_end.estate import Estate
from tests.end_to_end.java_clients import CLIENT_JAR, CLIENT_PLUGIN, JavaSignIn, java_program
from tests.end_to_end.ports import end, wait_until
from tests.end_to_end.test_client_plugin import by_plugin, by_secret, secret_file

pytestmark = [pytest.mark.broker, pytest.mark.soak, pytest.mark.timeout(900)]
_LIFE = 60


class SteadyProducer:
    """The Java program of that name; counts what it says."""

    def __init__(self, service_url: str, sign_in: JavaSignIn, topic: str, log: Path) -> None:
        self._log = log
        credentials = {"SERVICE_URL": service_url, "AUTH_PLUGIN": sign_in.plugin, "AUTH_PARAMS": sign_in.parameters}
        command = java_program("SteadyProducer", topic)
        with log.open("w") as out:
            self.process = subprocess.Popen(
                command, env={**os.environ, **credentials}, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
            )  # fmt: skip

    def count(self, word: str) -> int:
        """How often it said this."""
        return sum(line.startswith(word) for line in self._log.read_text(errors="replace").splitlines())

    def goes_on(self, seconds: float) -> None:
        """Until it has sent ten more messages."""
        before = self.count("SENT")
        wait_until(f"ten more messages, see {self._log}", lambda: self.count("SENT") >= before + 10, seconds, pause=0.2)


@pytest.fixture(scope="module")
def minutes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Estate]:
    """A center whose tokens live for a minute; a broker that looks every 2 s and uses our plugin for its own calls."""
    directory = tmp_path_factory.mktemp("minutes")
    made = Estate(directory)
    made.center.settings["PUC_TOKEN_MINUTES"] = "1"
    try:
        made.start_center()
        made.register_cluster()
        made.broker.settings["authenticationRefreshCheckSeconds"] = "2"
        account = made.service(made.admin, "broker-client")
        made.admin.grant(account.id, 1, made.cluster, 4)
        client_id, secret = made.admin.client_secret(account.id)
        file = secret_file(directory, "broker-secret", secret)
        sign_in = by_plugin(directory, url=made.center.url, clientId=client_id, clientSecretFile=str(file))
        made.broker.settings["brokerClientAuthenticationPlugin"] = CLIENT_PLUGIN
        made.broker.settings["brokerClientAuthenticationParameters"] = sign_in.parameters
        made.broker.jars.append(CLIENT_JAR)
        made.broker.start()
        made.wait_for_broker()
        yield made
    finally:
        made.stop()


@pytest.fixture(scope="module")
def business(minutes: Estate) -> Business:
    return new_business(minutes)


@pytest.fixture
def producer(minutes: Estate, business: Business, tmp_path: Path) -> Iterator[SteadyProducer]:
    account, _ = business.service(f"steady{time.monotonic_ns()}", WRITE_TOPIC)
    sign_in = by_secret(minutes, business, account, tmp_path)
    started = SteadyProducer(business.url, sign_in, business.topic, tmp_path / "producer.log")
    try:
        started.goes_on(120)
        yield started
    finally:
        end(started.process)


def test_expiry_after_expiry(producer: SteadyProducer) -> None:
    begin = time.monotonic()
    while time.monotonic() - begin < 2.5 * _LIFE:
        producer.goes_on(20)
    assert producer.count("FAILED") == 0


def test_a_center_that_hangs_is_outlasted_until_the_token_ends(minutes: Estate, producer: SteadyProducer) -> None:
    process = minutes.center.process
    assert process is not None
    os.killpg(process.pid, signal.SIGSTOP)
    stopped = time.monotonic()
    try:
        producer.goes_on(10)
        wait_until("the end of the token", lambda: producer.count("FAILED") > 0, 2 * _LIFE, pause=0.2)
        # The token was renewed at the latest after 80 % of its life: a fifth was left in the worst case.
        assert time.monotonic() - stopped > 5
    finally:
        os.killpg(process.pid, signal.SIGCONT)
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

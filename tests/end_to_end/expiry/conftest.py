"""A center whose tokens live for a minute, and a broker that signs in to itself with our plugin."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.clients.java import CLIENT_JAR, CLIENT_PLUGIN
from tests.end_to_end.clients.test_client_plugin import by_plugin, by_secret
from tests.end_to_end.conftest import WRITE_TOPIC, Business, new_business
from tests.end_to_end.estate import Estate, secret_file
from tests.end_to_end.expiry.clients import SteadyProducer
from tests.end_to_end.ports import end


@pytest.fixture(scope="package")
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
        made.kill()


@pytest.fixture(scope="package")
def business(minutes: Estate) -> Business:
    return new_business(minutes)


@pytest.fixture
def producer(minutes: Estate, business: Business, tmp_path: Path) -> Iterator[SteadyProducer]:
    account, _ = business.service(f"steady{time.monotonic_ns()}", WRITE_TOPIC)
    sign_in = by_secret(minutes, business, account, tmp_path)
    started = SteadyProducer(account.username, business.url, sign_in, business.topic, tmp_path / "producer.log")
    try:
        started.goes_on(120)
        yield started
    finally:
        end(started.process)

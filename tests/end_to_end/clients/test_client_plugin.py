"""Our client plugin in stock Java clients and tools: shaded and not, old and new, with a password and with a secret."""

import json
import re
from pathlib import Path

import pytest

from tests.end_to_end.center.api import PASSWORD
from tests.end_to_end.clients.java import CLIENT_PLUGIN, JavaSignIn, PulsarAdmin, java_client
from tests.end_to_end.clients.shaded import NEWEST, OLDEST, shaded_client
from tests.end_to_end.conftest import READ_TOPIC, TOPIC_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, Estate, secret_file

pytestmark = pytest.mark.broker


def by_plugin(directory: Path, **parameters: str) -> JavaSignIn:
    """Sign in with our plugin; its parameters, secrets among them, are in a file of JSON."""
    file = secret_file(directory, "sign-in.json", json.dumps(parameters))
    return JavaSignIn(CLIENT_PLUGIN, file.as_uri())


@pytest.fixture
def writer(estate: Estate, business: Business, tmp_path: Path) -> JavaSignIn:
    """A service that may write and read, with its client secret in a file of its own."""
    account, _ = business.service("writer", WRITE_TOPIC, READ_TOPIC)
    return by_secret(estate, business, account, tmp_path)


def by_secret(estate: Estate, business: Business, account: Account, directory: Path) -> JavaSignIn:
    """Our plugin with the account's client secret."""
    client_id, secret = business.owner.client_secret(account.id)
    file = secret_file(directory, "client-secret", secret + "\n")
    return by_plugin(directory, url=estate.center.url, clientId=client_id, clientSecretFile=str(file))


UNSHADED = "4.0.8 of the server, not shaded"


@pytest.mark.parametrize("version", [OLDEST, NEWEST, UNSHADED, pytest.param("4.0.13", marks=pytest.mark.soak)])
def test_every_java_client(business: Business, writer: JavaSignIn, version: str) -> None:
    jars = None if version == UNSHADED else shaded_client(version)
    said = java_client(business.url, writer, "produce", business.topic, jars=jars)
    assert said.startswith("OK "), said


def test_a_person_with_name_and_password(estate: Estate, business: Business) -> None:
    reader, _ = estate.person(f"{business.name}-reader")
    business.owner.grant(reader, TOPIC_TYPE, business.topic_id, WRITE_TOPIC)
    business.wait_until_enforced()
    pairs = f"url:{estate.center.url},username:{business.name}-reader,password:"
    said = java_client(business.url, JavaSignIn(CLIENT_PLUGIN, pairs + PASSWORD), "produce", business.topic)
    assert said.startswith("OK "), said
    said = java_client(business.url, JavaSignIn(CLIENT_PLUGIN, pairs + "a guess"), "produce", business.topic)
    assert said.startswith("REFUSED "), said
    assert "user name or password is wrong" in said
    assert "a guess" not in said


def test_the_tools(estate: Estate, business: Business, writer: JavaSignIn, tmp_path: Path) -> None:
    urls = estate.broker.admin_url, estate.broker.service_url
    admin = PulsarAdmin(tmp_path / "admin", *urls, writer)
    status, said = admin("topics", "stats", business.topic)
    assert status == 0, said
    assert '"publishers"' in said
    client = PulsarAdmin(tmp_path / "client", *urls, writer, tool="pulsar-client")
    status, said = client("produce", business.topic, "-m", "by the tool")
    assert "1 messages successfully produced" in said, said
    stranger = JavaSignIn(CLIENT_PLUGIN, f"url:{estate.center.url},clientId:nobody,clientSecret:hidden")
    status, said = PulsarAdmin(tmp_path / "stranger", *urls, stranger)("topics", "stats", business.topic)
    assert status != 0
    assert "client id or secret is wrong" in said, said
    assert "hidden" not in said


@pytest.mark.soak
def test_pulsar_perf(estate: Estate, business: Business, writer: JavaSignIn, tmp_path: Path) -> None:
    perf = PulsarAdmin(tmp_path / "perf", estate.broker.admin_url, business.url, writer, tool="pulsar-perf")
    status, said = perf("produce", "--rate", "100", "--num-messages", "200", business.topic)
    assert status == 0, said
    # It stops at its next look, some messages later.
    assert re.search("Aggregated throughput stats --- 2[0-9]{2} records sent", said), said[-2000:]

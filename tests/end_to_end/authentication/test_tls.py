"""TLS and mutual TLS before our providers: a certificate opens the connection, the token says who comes."""

import ssl

import httpx
import pulsar
import pytest

from tests.end_to_end.authentication.certificates import Authority, CertificateFiles
from tests.end_to_end.authentication.conftest import Surroundings
from tests.end_to_end.authentication.tokens.test_ending import bearer
from tests.end_to_end.clients import python
from tests.end_to_end.conftest import WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.pulsar.proxy import PulsarProxy
from tests.end_to_end.rights.test_rights import REFUSED

pytestmark = pytest.mark.broker


@pytest.fixture
def writer(business: Business) -> Account:
    """Somebody who may write the topic."""
    return business.service("writer", WRITE_TOPIC)[0]


def send(
    port: int, surroundings: Surroundings, who: pulsar.Authentication, topic: str, own: CertificateFiles | None
) -> None:
    """One message over TLS, the client showing `own`."""
    files = (
        {"tls_certificate_file_path": str(own.certificate), "tls_private_key_file_path": str(own.key)} if own else {}
    )
    client = python.tls_client(f"pulsar+ssl://127.0.0.1:{port}", who, surroundings.authority.trust, **files)
    try:
        client.create_producer(topic, send_timeout_millis=python.SEND_TIMEOUT_MS).send(b"over TLS")
    finally:
        client.close()


def test_mutual_tls_and_a_token(surroundings: Surroundings, business: Business, writer: Account) -> None:
    machine = surroundings.authority.client("some-machine")
    port = surroundings.binary_tls_port
    send(port, surroundings, python.by_token(writer.token), business.topic, machine)
    with pytest.raises(pulsar.PulsarException):
        send(port, surroundings, python.by_token(writer.token), business.topic, None)
    with pytest.raises(pulsar.PulsarException):
        send(port, surroundings, python.by_token(writer.token + "x"), business.topic, machine)


def test_the_certificate_as_the_name(surroundings: Surroundings, business: Business, writer: Account) -> None:
    for name, may in (
        (writer.username, True),
        (business.service("reader")[0].username, False),
        ("nobody-at-all", False),
    ):
        own = surroundings.authority.client(name)
        by_certificate = pulsar.AuthenticationTLS(str(own.certificate), str(own.key))
        if may:
            send(surroundings.binary_tls_port, surroundings, by_certificate, business.topic, own)
        else:
            with pytest.raises(REFUSED):
                send(surroundings.binary_tls_port, surroundings, by_certificate, business.topic, own)


def test_a_certificate_of_somebody_else_opens_nothing(
    surroundings: Surroundings, business: Business, writer: Account, tmp_path_factory: pytest.TempPathFactory
) -> None:
    stranger = Authority(tmp_path_factory.mktemp("stranger"), "stranger").client(writer.username)
    with pytest.raises(pulsar.PulsarException):
        send(surroundings.binary_tls_port, surroundings, python.by_token(writer.token), business.topic, stranger)


def test_https(estate: Estate, surroundings: Surroundings, business: Business, writer: Account) -> None:
    url = f"https://127.0.0.1:{surroundings.http_tls_port}/admin/v2/persistent/{business.name}/orders"
    own = surroundings.authority.client("some-machine")
    trusting = ssl.create_default_context(cafile=surroundings.authority.trust)
    with httpx.Client(verify=trusting, timeout=60) as bare, pytest.raises(httpx.TransportError):
        bare.get(url, headers=bearer(writer.token))
    trusting.load_cert_chain(own.certificate, own.key)
    with httpx.Client(verify=trusting, timeout=60) as https:
        assert https.get(url, headers=bearer(writer.token)).status_code == 200
        method = {"X-Pulsar-Auth-Method-Name": "token"}
        assert https.get(url, headers={**bearer(writer.token + "x"), **method}).status_code == 401
        # Without the method's name the stock provider goes on to the certificate, whose owner may nothing.
        assert https.get(url, headers=bearer(writer.token + "x")).status_code == 403


def test_tls_at_the_proxy(surroundings: Surroundings, business: Business, writer: Account, proxy: PulsarProxy) -> None:
    send(int(proxy.settings["servicePortTls"]), surroundings, python.by_token(writer.token), business.topic, None)
    url = f"https://127.0.0.1:{proxy.settings['webServicePortTls']}/admin/v2/persistent/{business.name}/orders"
    trusting = ssl.create_default_context(cafile=surroundings.authority.trust)
    answer = httpx.get(url, headers=bearer(writer.token), verify=trusting, timeout=15)
    assert answer.status_code == 200

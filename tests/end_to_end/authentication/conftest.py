"""A separate center and broker with TLS and other providers, and a proxy in front of the broker."""

import signal
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.end_to_end.authentication.center_key import CenterKey
from tests.end_to_end.authentication.certificates import Authority, CertificateFiles
from tests.end_to_end.authentication.stock_providers import OURS, STOCK, StockProviders
from tests.end_to_end.center.process import QUICK_HASHES
from tests.end_to_end.estate import JAR, Account, Estate
from tests.end_to_end.ports import free_ports
from tests.end_to_end.pulsar.proxy import PulsarProxy

PROXY_ROLE, TELLING_ROLE = "the-proxy", "the-telling-proxy"
"""The broker believes only the second one about the addresses of its clients."""
STOCK_ONLY = "known-to-the-file-only"
TOKEN_SECONDS = 3
"""Lifetime of tokens of client_credentials in this estate."""


@dataclass(frozen=True)
class Surroundings:
    """Certificates, ports and other providers of this estate's broker."""

    authority: Authority
    server: CertificateFiles
    stock: StockProviders
    binary_tls_port: int
    http_tls_port: int

    def broker_settings(self) -> dict[str, str]:
        """Lines of broker.conf."""
        return {
            **self.stock.settings(),
            "authenticationProviders": ",".join([*OURS, *STOCK]),
            "proxyRoles": f"{PROXY_ROLE},{TELLING_ROLE}",
            "userCenterTrustedProxyRoles": TELLING_ROLE,
            "haProxyProtocolEnabled": "true",
            "authenticateOriginalAuthData": "true",
            "authenticationRefreshCheckSeconds": "1",
            "userCenterTokenLeewaySeconds": "0",
            "webSocketServiceEnabled": "true",
            "brokerServicePortTls": str(self.binary_tls_port),
            "webServicePortTls": str(self.http_tls_port),
            "tlsRequireTrustedClientCertOnConnect": "true",
            **self.tls(),
        }

    def tls(self) -> dict[str, str]:
        """Lines for broker.conf and proxy.conf alike."""
        return {
            "tlsCertificateFilePath": str(self.server.certificate),
            "tlsKeyFilePath": str(self.server.key),
            "tlsTrustCertsFilePath": str(self.authority.trust),
        }


@pytest.fixture(scope="package")
def surroundings(tmp_path_factory: pytest.TempPathFactory) -> Surroundings:
    """Certificates, password file and ports."""
    directory = tmp_path_factory.mktemp("surroundings")
    authority = Authority(directory)
    ports = free_ports(2)
    return Surroundings(authority, authority.server(), StockProviders(directory, STOCK_ONLY), *ports)


@pytest.fixture(scope="package")
def estate(tmp_path_factory: pytest.TempPathFactory, surroundings: Surroundings) -> Iterator[Estate]:
    """Center and broker, running, the broker enforcing, other providers beside ours."""
    made = Estate(tmp_path_factory.mktemp("authentication"))
    made.center.settings |= {**QUICK_HASHES, "PUC_TOKEN_MINUTES": str(TOKEN_SECONDS / 60)}
    try:
        made.start(surroundings.broker_settings())
        yield made
    finally:
        made.kill()


@pytest.fixture(scope="package")
def center_key(estate: Estate) -> CenterKey:
    """Signs tokens that live for seconds."""
    return CenterKey(estate.center)


@pytest.fixture(scope="package")
def proxy_account(estate: Estate) -> Account:
    """The proxy's own identity: a service user of the center without a single right."""
    account = estate.service(estate.admin, PROXY_ROLE)
    estate.wait_for_broker()
    return account


@pytest.fixture(scope="package")
def telling_account(estate: Estate) -> Account:
    """The identity of a proxy that the broker believes."""
    account = estate.service(estate.admin, TELLING_ROLE)
    estate.wait_for_broker()
    return account


@pytest.fixture(scope="package")
def proxy(estate: Estate, surroundings: Surroundings, proxy_account: Account) -> Iterator[PulsarProxy]:
    """A proxy with TLS that authenticates clients itself and forwards their credentials."""
    made = new_proxy(estate, surroundings, proxy_account)
    try:
        made.start()
        yield made
    finally:
        # A normal stop would wait ten seconds for clients that do not exist.
        made.stop(signal.SIGKILL)


def new_proxy(estate: Estate, surroundings: Surroundings, account: Account, **settings: str) -> PulsarProxy:
    """A proxy that is not started yet. Its stock providers come first; in the broker they come last."""
    directory = estate.directory / f"proxy-{len(list(estate.directory.glob('proxy-*')))}"
    own = {key: value for key, value in estate.broker.settings.items() if key.startswith("userCenter")}
    token = directory / "proxy.jwt"
    proxy = PulsarProxy(directory, estate.broker.service_url, estate.broker.admin_url, {}, jar=JAR)
    token.touch(mode=0o600)
    token.write_text(account.token)
    binary, http = free_ports(2)
    proxy.settings = {
        "servicePortTls": str(binary),
        "webServicePortTls": str(http),
        **surroundings.tls(),
        **surroundings.stock.settings(),
        "authenticationEnabled": "true",
        "authenticationProviders": ",".join([*STOCK, *OURS]),
        "forwardAuthorizationCredentials": "true",
        "authenticationRefreshCheckSeconds": "1",
        "brokerClientAuthenticationPlugin": "org.apache.pulsar.client.impl.auth.AuthenticationToken",
        "brokerClientAuthenticationParameters": f"file://{token}",
        **own,
        "userCenterSnapshotFile": str(directory / "data" / "snapshot.json"),
        "userCenterEventsDirectory": str(directory / "events"),
        **settings,
    }
    return proxy

"""What the pages tell operators to write into proxy.conf, websocket.conf and broker.conf, on real services."""

from pathlib import Path

import httpx
import pulsar
import pytest

from tests.end_to_end.authentication.conftest import Surroundings
from tests.end_to_end.authentication.services import page_settings
from tests.end_to_end.authentication.services.test_proxy import assert_refused, status
from tests.end_to_end.authentication.services.test_websocket import send_and_receive
from tests.end_to_end.authentication.stock_providers import OURS, STOCK
from tests.end_to_end.authentication.test_tls import send
from tests.end_to_end.authentication.tokens.test_ending import bearer
from tests.end_to_end.clients import python
from tests.end_to_end.conftest import CLUSTER_TYPE, READ_TOPIC, WRITE_TOPIC, Business
from tests.end_to_end.estate import JAR, Account, Estate
from tests.end_to_end.ports import answers, free_ports
from tests.end_to_end.pulsar.proxy import PulsarProxy
from tests.end_to_end.pulsar.standalone import PulsarStandalone
from tests.end_to_end.pulsar.websocket import PulsarWebSocket
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.broker, pytest.mark.soak]
_WRITE_ALL, _READ_ALL = 2, 3


def _token(directory: Path, name: str, account: Account) -> str:
    directory.mkdir(parents=True, exist_ok=True)
    file = directory / name
    file.touch(mode=0o600)
    file.write_text(account.token)
    return str(file)


def _center_replacements(estate: Estate, center: str = "https://center.example") -> dict[str, str]:
    return {
        center: estate.center.url,
        "/pulsar/conf/user-center.credential": estate.broker.settings["userCenterCredentialFile"],
        "my-cluster": "standalone",
    }


def _common_lines(estate: Estate, directory: Path, service: str) -> dict[str, str]:
    """What the files of proxy and WebSocket service have in common."""
    return {
        **_center_replacements(estate, "https://center.example.org"),
        "pulsar://broker.example.org:6650": estate.broker.service_url,
        "http://broker.example.org:8080": estate.broker.admin_url,
        "/pulsar/data/user-center": str(directory / "data"),
        f"/pulsar/logs/user-center-{service}-events": str(directory / "events"),
    }


def test_the_lines_of_proxy_conf(
    estate: Estate, business: Business, surroundings: Surroundings, proxy_account: Account
) -> None:
    directory = estate.directory / "proxy-of-the-page"
    binary, http = free_ports(2)
    here = {
        **_common_lines(estate, directory, "proxy"),
        "servicePortTls=6651": f"servicePortTls={binary}",
        "webServicePortTls=8443": f"webServicePortTls={http}",
        "/pulsar/tls/proxy.pem": str(surroundings.server.certificate),
        "/pulsar/tls/proxy.key.pem": str(surroundings.server.key),
        "/pulsar/tls/ca.pem": str(surroundings.authority.trust),
        "/pulsar/conf/proxy.jwt": _token(directory, "proxy.jwt", proxy_account),
    }
    settings = page_settings.lines("operators/proxy.md", 0, here)
    proxy = PulsarProxy(directory, estate.broker.service_url, estate.broker.admin_url, settings, jar=JAR)
    writer, _ = business.service("writer", WRITE_TOPIC)
    nobody, _ = business.service("nobody")
    business.wait_until_enforced()
    broker = page_settings.lines("operators/proxy.md", 1, {"=proxy": f"={proxy_account.username}"})
    # This broker has a second proxy, which may tell addresses.
    assert broker.pop("proxyRoles") in estate.broker.settings["proxyRoles"].split(",")
    assert broker.items() <= estate.broker.settings.items()
    try:
        proxy.start()
        python.produce(proxy.service_url, python.by_token(writer.token), business.topic)
        send(binary, surroundings, python.by_token(writer.token), business.topic, None)
        assert_refused(proxy.service_url, nobody.token, business.topic)
        assert status(proxy.admin_url, business, bearer(writer.token)) == 200
        assert status(proxy.admin_url, business, bearer(nobody.token)) == 403
    finally:
        proxy.stop()


def test_the_lines_of_websocket_conf(estate: Estate, business: Business) -> None:
    directory = estate.directory / "websocket-of-the-page"
    service = estate.service(estate.admin, f"{business.name}-websocket")
    estate.admin.grant(service.id, CLUSTER_TYPE, estate.cluster, _WRITE_ALL, _READ_ALL)
    writer, _ = business.service("writer", WRITE_TOPIC)
    reader, _ = business.service("reader", READ_TOPIC)
    business.wait_until_enforced()
    (port,) = free_ports(1)
    here = {
        **_common_lines(estate, directory, "websocket"),
        "zk:zookeeper.example.org:2181": "memory:local",
        "webServicePort=8081": f"webServicePort={port}",
        "/pulsar/conf/websocket.jwt": _token(directory, "websocket.jwt", service),
    }
    settings = page_settings.lines("operators/websocket.md", 1, here)
    alone = PulsarWebSocket(directory, estate.broker.service_url, estate.broker.admin_url, settings, JAR)
    alone.http_port = port
    try:
        alone.start()
        wait_until("its snapshot", lambda: "Decides on revision" in alone.log_text(), seconds=30, pause=0.2)
        send_and_receive(port, business, bearer(writer.token), f"?token={reader.token}")
    finally:
        alone.stop()


def test_the_lines_of_broker_conf(estate: Estate, tmp_path: Path) -> None:
    """Observing (install.md), then TLS and enforcing (authentication.md, install.md): a broker beside the estate's."""
    broker = PulsarStandalone(tmp_path, {}, jar=JAR)
    jwks = tmp_path / "user-center.jwks"
    jwks.write_text(httpx.get(f"{estate.center.url}/oauth2/jwks", timeout=60).text)
    observe = page_settings.lines(
        "operators/install.md",
        0,
        {
            **_center_replacements(estate),
            "org.example.YourProvider": STOCK[2],
            "your-roles": "admin",
            "=/pulsar/interceptors": f"={JAR.parent}",
            "/pulsar/conf/user-center.jwks": str(jwks),
        },
    )
    assert all(provider in observe["authenticationProviders"] for provider in OURS[:2])
    own = {
        "userCenterSnapshotFile": str(tmp_path / "data" / "snapshot.json"),
        "userCenterEventsDirectory": str(tmp_path / "events"),
    }
    broker.settings = {**observe, **own}
    try:
        broker.start()
        assert "only OBSERVES on cluster standalone" in broker.log_text()
    finally:
        broker.stop()


def test_the_lines_of_broker_conf_that_enforce_with_tls(
    estate: Estate, surroundings: Surroundings, tmp_path: Path
) -> None:
    broker = PulsarStandalone(tmp_path, {}, jar=JAR)
    binary, http = free_ports(2)
    machine = surroundings.authority.client("broker-client")
    tls = page_settings.lines(
        "operators/authentication.md",
        0,
        {
            "6651": str(binary),
            "8443": str(http),
            "/pulsar/tls/broker.pem": str(surroundings.server.certificate),
            "/pulsar/tls/broker.key.pem": str(surroundings.server.key),
            "/pulsar/tls/ca.pem": str(surroundings.authority.trust),
            "/pulsar/tls/broker-client.pem": str(machine.certificate),
            "/pulsar/tls/broker-client.key.pem": str(machine.key),
        },
    )
    token = estate.broker.settings["brokerClientAuthenticationParameters"].removeprefix("file://")
    enforce = page_settings.lines("operators/install.md", 1, {"/pulsar/conf/broker.jwt": token})
    broker.settings = {
        **{key: value for key, value in estate.broker.settings.items() if not key.startswith(("tls", "broker", "web"))},
        "brokerInterceptors": "user-center",
        "brokerInterceptorsDirectory": str(JAR.parent),
        **tls,
        **enforce,
        "userCenterSnapshotFile": str(tmp_path / "data" / "snapshot.json"),
        "userCenterEventsDirectory": str(tmp_path / "events"),
    }
    try:
        broker.launch()
        wait_until(
            "the broker serves TLS only",
            lambda: "essaging service is ready" in broker.log_text() or not broker.runs(),
            seconds=120,
        )
        broker.must_run()
        assert not answers(f"http://127.0.0.1:{broker.http_port}/metrics/")
        super_user = python.by_token(Path(token).read_text())
        with pytest.raises(pulsar.TopicNotFound):
            send(binary, surroundings, super_user, "persistent://public/default/none-such", machine)
    finally:
        broker.stop()

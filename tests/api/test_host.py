"""Only requests for the issuer's host, or for hosts that a setting allows, are answered."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from pydantic import SecretStr

from app.platform.settings import Settings
from app.server.http_server import HttpServer
from app.server.main import create_app
from tests import plain_http
from tests.conftest import SECRET

pytestmark = pytest.mark.any_database

READY = "/api/v1/session"
PRODUCTION: dict[str, Any] = {"issuer": "https://center.example", "allowed_hosts": "center, 10.0.0.5,[fd00::5] "}
DEVELOPMENT: dict[str, Any] = {"issuer": "http://127.0.0.1:8080", "environment": "development"}


@contextmanager
def serving(**changed: Any) -> Iterator[str]:
    settings = Settings(
        database_url="sqlite://", secret_key=SecretStr(SECRET), console_directory=Path("no-console"), **changed
    )
    with HttpServer(create_app(settings)).beside() as address:
        yield address


@pytest.fixture(scope="module")
def production() -> Iterator[str]:
    with serving(**PRODUCTION) as address:
        yield address


@pytest.fixture(scope="module")
def development() -> Iterator[str]:
    with serving(**DEVELOPMENT) as address:
        yield address


def send_request(address: str, *hosts: str, path: str = READY, version: str = "1.1") -> tuple[int, str]:
    """Status and text of the answer to a raw request with these hosts; HTTP clients would correct them."""
    where = urlsplit(address)
    assert where.hostname
    assert where.port
    named = "".join(f"Host: {host}\r\n" for host in hosts)
    with socket.create_connection((where.hostname, where.port), timeout=10) as wire:
        wire.sendall(f"GET {path} HTTP/{version}\r\n{named}Connection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: wire.recv(65_536), b"")).decode()
    return int(answer.split()[1]), answer


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("center.example", True),
        ("CENTER.example.:443", True),
        ("center", True),
        ("center:8080", True),
        ("10.0.0.5:8080", True),
        ("[fd00::5]:8080", True),
        ("[FD00:0::5]", True),
        ("evil.example", False),
        ("center.example.evil.example", False),
        ("center.example:443:1", False),
        ("center.example@evil.example", False),
        ("127.0.0.1:8080", False),
        ("localhost", False),
        ("[::1]", False),
        ("[fd00::6]", False),
        ("", False),
    ],
)
def test_only_known_hosts_are_answered(production: str, host: str, known: bool) -> None:
    status, answer = send_request(production, host)
    assert status == (401 if known else 421), answer
    assert ('"code":"wrong_host"' in answer) is not known
    assert "x-frame-options: DENY" in answer, "refusals have the headers of every answer"


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "127.0.0.1:1", "localhost:5173", "[::1]:8080", "LOCALHOST"])
def test_in_development_loopback_has_many_names(development: str, host: str) -> None:
    assert send_request(development, host)[0] == 401
    assert send_request(development, "evil.example")[0] == 421


def test_requests_with_two_hosts_or_none_are_refused(production: str) -> None:
    assert send_request(production, "center.example", "evil.example")[0] in (400, 421)
    assert send_request(production, "evil.example", "center.example")[0] in (400, 421)
    assert send_request(production, version="1.0")[0] == 421


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_the_host_of_an_absolute_target_counts(production: str, version: str) -> None:
    """RFC 9112 §3.2.2."""
    for target, header, status in (("center.example", "evil.example", 401), ("evil.example", "center.example", 421)):
        assert send_request(production, header, path=f"http://{target}{READY}", version=version)[0] == status
    assert send_request(production, "center.example", path=f"http://evil.example@center.example{READY}")[0] == 421


@pytest.mark.parametrize("path", ["/health/live", "/metrics"])
def test_health_and_metrics_answer_to_any_host(production: str, path: str) -> None:
    """Probes and scrapers ask each instance by its own address, which no setting can name beforehand."""
    assert send_request(production, "10.9.8.7:8080", path=path)[0] == 200
    assert send_request(production, "10.9.8.7:8080", path=f"{path}/../../api/v1/session")[0] == 421


@pytest.mark.parametrize(
    ("issuer", "origin"),
    [
        ("https://Center.Example/", "https://center.example"),
        ("https://center.example:443", "https://center.example"),
        ("https://center.example:8443/base", "https://center.example:8443"),
        ("http://127.0.0.1:80", "http://127.0.0.1"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ],
)
def test_the_origin_is_what_a_browser_calls_it(issuer: str, origin: str) -> None:
    assert Settings(issuer=issuer).origin == origin


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("localhost:8080", "http://localhost:8080", 403),
        ("127.0.0.1:8080", "https://127.0.0.1:8080", 403),
        ("127.0.0.1:1", "http://127.0.0.1:1", 403),
        ("evil.example", "http://evil.example", 421),
    ],
)
def test_a_host_and_an_origin_that_agree_prove_nothing(development: str, host: str, origin: str, status: int) -> None:
    """Both are what the page's address says; the issuer's origin is what an operator said."""
    with plain_http.client(development) as client:
        body, headers = {"username": "a", "password": "b"}, {"Host": host, "Origin": origin}
        assert client.post("/api/v1/session", json=body, headers=headers).status_code == status

"""Where web hooks may call: redirects, names that lead inside, certificates."""

import socket
import ssl
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.messages import hook_addresses, hook_deliveries, hook_request
from app.messages.hook_addresses import AddressRefusedError, HookTarget
from app.platform.clock import now_ms
from app.platform.settings import Settings
from tests import http_servers
from tests.center import Center
from tests.factories import an_administrator
from tests.messages.web_hook_receiver import Receiver, deliveries_of, set_up, tell


@pytest.fixture
def tls_port(certificate: Path) -> Iterator[int]:
    """A receiver with a certificate of an authority that nobody else knows."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(str(certificate))
    with http_servers.serving(_Taking, context) as port:
        yield port


class _Taking(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.send_response(204)
        self.end_headers()


def test_a_redirect_is_not_followed(hook_center: Center, receiver: Receiver) -> None:
    set_up(hook_center, receiver)
    tell(hook_center)
    receiver.status, receiver.location = 307, f"http://127.0.0.1:{receiver.port}/elsewhere"
    hook_deliveries.run(hook_center.database, hook_center.settings, now_ms())
    assert len(receiver.requests) == 1
    assert deliveries_of(hook_center)[0].problem == "it answered 307"


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.acme.example/",
        "https://evil.example/",
        "https://hooks.acme.example@evil.example/",
        "https://evil.example\\@hooks.acme.example/",
        "https://user:secret@hooks.acme.example/",
        "https://hooks.acme.example:0/",
        "https://hooks.acme.example:99999/",
        "https://hooks.acme.example/#x",
        "https://hooks.acme.example/ x",
        "https://hooks.acme.example/\r\nx",
        "https://2130706433/",
        "https://[::ffff:127.0.0.1]/",
        "file:///etc/passwd",
        "gopher://hooks.acme.example/",
        "//hooks.acme.example/",
        "https://[",
    ],
)
def test_an_address_that_is_refused(hook_center: Center, url: str) -> None:
    administrator = hook_center.signed_in(hook_center.make(an_administrator))
    answer = administrator.post("/api/v1/web-hooks", json={"name": "x", "url": url})
    assert (answer.status_code, answer.json()["code"]) == (422, "hook_not_allowed")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fd00::1",
        "fe80::1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::7f00:1",
        "::7f00:1",
        "fec0::1",
        "::ffff:0:7f00:1",
        "2002:7f00:1::",
    ],
)
def test_a_name_that_leads_inside_is_not_called(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """One bad address among good ones is enough, since its owner can change the name."""
    known = [(0, 0, 0, "", ("93.184.215.14", 443)), (0, 0, 0, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: known)
    allowed = settings.model_copy(update={"web_hook_hosts": "hooks.acme.example"})
    with pytest.raises(AddressRefusedError, match="not public"):
        hook_addresses.target(allowed, "https://hooks.acme.example/x")


def test_the_name_is_looked_up_once_for_each_attempt(
    hook_center: Center, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that leads inside at the second look, after the check, leads nowhere."""
    set_up(hook_center, receiver)
    tell(hook_center)
    looked, real = list[object](), socket.getaddrinfo

    def look_up(host: Any, *arguments: Any, **named: Any) -> Any:
        if host == "127.0.0.1" and not looked:
            looked.append(host)
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.9", 1))]
        return real(host, *arguments, **named)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    hook_deliveries.run(hook_center.database, hook_center.settings, now_ms())
    assert receiver.requests == []
    assert looked == ["127.0.0.1"]
    assert "could not be reached" in str(deliveries_of(hook_center)[0].problem)


def test_the_connection_goes_to_the_checked_address(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", ("93.184.215.14", 443))])
    allowed = settings.model_copy(update={"web_hook_hosts": "hooks.acme.example"})
    found = hook_addresses.target(allowed, "https://hooks.acme.example/x?y=1")
    assert found.url == "https://93.184.215.14:443/x?y=1"
    assert (found.host, found.host_header) == ("hooks.acme.example", "hooks.acme.example:443")


def test_the_certificate_is_for_the_name_not_for_the_address(certificate: Path, tls_port: int) -> None:
    url = f"https://127.0.0.1:{tls_port}/"
    assert hook_request.post(HookTarget(url, "127.0.0.1", "127.0.0.1"), b"{}", {}, ca_file=certificate) == 204
    with pytest.raises(httpx.ConnectError, match="certificate") as caught:
        hook_request.post(HookTarget(url, "hooks.acme.example", "hooks.acme.example"), b"{}", {}, ca_file=certificate)
    assert "its certificate is not trusted: Hostname mismatch" in str(hook_request.reason(caught.value))


def test_a_receiver_of_the_companys_own_authority(
    hook_center: Center, receiver: Receiver, certificate: Path, tls_port: int, tmp_path: Path
) -> None:
    set_up(hook_center, receiver, url=f"https://127.0.0.1:{tls_port}/")
    tell(hook_center)
    (tmp_path / "empty.pem").write_text("no certificate")
    (now, problems) = (now_ms(), list[str | None]())
    for file in (None, tmp_path / "none.pem", tmp_path / "empty.pem", certificate):
        hook_deliveries.run(
            hook_center.database, hook_center.settings.model_copy(update={"web_hook_ca_file": file}), now
        )
        (row,) = deliveries_of(hook_center)
        now = row.next_try
        problems.append(row.problem)
    assert "its certificate is not trusted" in str(problems[0])
    assert all("the file of certificates cannot be read" in str(problem) for problem in problems[1:3])
    assert (problems[3], row.state) == (None, "sent")

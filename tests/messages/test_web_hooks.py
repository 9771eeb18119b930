"""Web hooks and a real receiver: signatures, retries, a killed worker, addresses that must not be called."""

import base64
import hashlib
import hmac
import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from app.clock import now_ms
from app.messages import calling, deliveries, hook_addresses
from app.messages.hook_addresses import AddressRefusedError, Target
from app.outbox.models import HookDelivery
from app.requests import notices
from app.requests.notices import News
from app.settings import Settings
from tests.center import Center
from tests.factories import an_administrator

DAY = 24 * 3_600_000


class Receiver:
    """What came, and what is answered."""

    def __init__(self) -> None:
        self.requests: list[tuple[dict[str, str], bytes]] = []
        self.status, self.location = 204, ""
        self.port = 0

    def take(self, handler: BaseHTTPRequestHandler) -> None:
        """One request."""
        body = handler.rfile.read(int(handler.headers["content-length"]))
        self.requests.append(({name.lower(): value for name, value in handler.headers.items()}, body))
        handler.send_response(self.status)
        if self.location:
            handler.send_header("location", self.location)
        handler.end_headers()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """An HTTP server on loopback."""
    made = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            made.take(self)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.port = server.server_port
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield made
    server.shutdown()
    server.server_close()


@pytest.fixture
def hooked(center: Center) -> Center:
    """A center that may call loopback."""
    told = {"web_hook_hosts": "127.0.0.1,hooks.acme.example", "web_hook_networks": "127.0.0.0/8"}
    center.app.state.settings = center.settings.model_copy(update=told)
    return replace(center, settings=center.app.state.settings)


def _hook(center: Center, receiver: Receiver, **more: object) -> tuple[httpx.Client, dict[str, Any]]:
    administrator = center.signed_in(center.make(an_administrator))
    body = {"name": "chat", "url": f"http://127.0.0.1:{receiver.port}/in?x=1", **more}
    answer = administrator.post("/api/v1/web-hooks", json=body)
    assert answer.status_code == 201, answer.text
    return administrator, answer.json()


def _notice(center: Center, kind: str = notices.TO_DECIDE, about: str = "1") -> None:
    center.make(lambda session: notices.tell(session, [News(1, kind, about, {"requester": "爱丽丝"})], now_ms()))


def _signed_by(secret: str, headers: dict[str, str], body: bytes) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    text = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.digest(key, text, hashlib.sha256)).decode()
    return wanted in headers["webhook-signature"].split()


def _deliveries(center: Center) -> list[HookDelivery]:
    return list(center.read(lambda session: session.scalars(select(HookDelivery).order_by(HookDelivery.id)).all()))


def test_a_notice_comes_signed_and_once(hooked: Center, receiver: Receiver) -> None:
    _, made = _hook(hooked, receiver)
    _notice(hooked)
    _notice(hooked)
    for _ in range(2):
        deliveries.run(hooked.database, hooked.settings, now_ms())
    ((headers, body),) = receiver.requests
    assert _signed_by(made["secret"], headers, body)
    assert json.loads(body)["type"] == "request_to_decide"
    assert json.loads(body)["data"] == {"user_id": 1, "requester": "爱丽丝"}
    assert [row.state for row in _deliveries(hooked)] == ["sent"]


def test_only_the_kinds_that_were_asked_for(hooked: Center, receiver: Receiver) -> None:
    _hook(hooked, receiver, kinds=["grant_ends"])
    _notice(hooked)
    _notice(hooked, notices.GRANT_ENDS)
    assert [row.kind for row in _deliveries(hooked)] == ["grant_ends"]


def test_for_a_day_both_secrets_sign(hooked: Center, receiver: Receiver) -> None:
    administrator, made = _hook(hooked, receiver)
    new = administrator.post(f"/api/v1/web-hooks/{made['id']}/secret").json()["secret"]
    shown = administrator.get("/api/v1/web-hooks").text
    assert made["secret"] not in shown
    assert new not in shown
    for later, both in ((0, True), (DAY + 60_000, False)):
        assert administrator.post(f"/api/v1/web-hooks/{made['id']}/test").status_code == 202
        deliveries.run(hooked.database, hooked.settings, now_ms() + later)
        headers, body = receiver.requests[-1]
        assert (_signed_by(new, headers, body), _signed_by(made["secret"], headers, body)) == (True, both)


def test_it_is_tried_again_with_the_same_id_and_switched_off_after_days(hooked: Center, receiver: Receiver) -> None:
    administrator, made = _hook(hooked, receiver)
    _notice(hooked)
    receiver.status, now = 500, now_ms()
    for _ in range(3):
        deliveries.run(hooked.database, hooked.settings, now)
        now = _deliveries(hooked)[0].next_try
    assert len({headers["webhook-id"] for headers, _ in receiver.requests}) == 1
    assert len(receiver.requests) == 3
    deliveries.run(hooked.database, hooked.settings, now + 5 * DAY)
    (hook,) = administrator.get("/api/v1/web-hooks").json()["items"]
    assert hook["status"] == "failed"
    _notice(hooked, about="2")
    assert len(_deliveries(hooked)) == 1
    (item,) = administrator.get(f"/api/v1/web-hooks/{made['id']}/deliveries").json()["items"]
    assert item["problem"] == "it answered 500"
    assert administrator.patch(f"/api/v1/web-hooks/{made['id']}", json={"status": "on"}).json()["status"] == "on"
    assert administrator.delete(f"/api/v1/web-hooks/{made['id']}").status_code == 204
    assert _deliveries(hooked) == []


def test_what_a_killed_worker_had_begun_comes_later_with_the_same_id(hooked: Center, receiver: Receiver) -> None:
    _hook(hooked, receiver)
    _notice(hooked)
    (row,), now = _deliveries(hooked), now_ms()
    with ThreadPoolExecutor(6) as pool:
        begun = list(pool.map(lambda _: deliveries.begin(hooked.database, hooked.settings, row.id, now), range(6)))
    (mine,) = [one for one in begun if one is not None]
    deliveries.run(hooked.database, hooked.settings, now + 60_000)
    assert receiver.requests == []
    deliveries.run(hooked.database, hooked.settings, now + 120_000)
    assert [headers["webhook-id"] for headers, _ in receiver.requests] == [mine.headers["webhook-id"]]


def test_a_redirect_is_not_followed(hooked: Center, receiver: Receiver) -> None:
    _hook(hooked, receiver)
    _notice(hooked)
    receiver.status, receiver.location = 307, f"http://127.0.0.1:{receiver.port}/elsewhere"
    deliveries.run(hooked.database, hooked.settings, now_ms())
    assert len(receiver.requests) == 1
    assert _deliveries(hooked)[0].problem == "it answered 307"


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
def test_an_address_that_is_refused(hooked: Center, url: str) -> None:
    administrator = hooked.signed_in(hooked.make(an_administrator))
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
    """One bad address among good ones is enough: the name belongs to who can change it."""
    known = [(0, 0, 0, "", ("93.184.215.14", 443)), (0, 0, 0, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: known)
    allowed = settings.model_copy(update={"web_hook_hosts": "hooks.acme.example"})
    with pytest.raises(AddressRefusedError, match="not public"):
        hook_addresses.target(allowed, "https://hooks.acme.example/x")


def test_the_name_is_looked_up_once_for_each_attempt(
    hooked: Center, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that leads inside at the second look, after the check, leads nowhere."""
    _hook(hooked, receiver)
    _notice(hooked)
    looked, real = list[object](), socket.getaddrinfo

    def look_up(host: Any, *told: Any, **named: Any) -> Any:
        if host == "127.0.0.1" and not looked:
            looked.append(host)
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.9", 1))]
        return real(host, *told, **named)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    deliveries.run(hooked.database, hooked.settings, now_ms())
    assert receiver.requests == []
    assert looked == ["127.0.0.1"]
    assert "could not be reached" in str(_deliveries(hooked)[0].problem)


@pytest.fixture
def tls_port(certificate: Path) -> Iterator[int]:
    """A receiver with a certificate of an authority that nobody else knows."""
    server = HTTPServer(("127.0.0.1", 0), _Taking)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(str(certificate))
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


def test_the_certificate_is_for_the_name_not_for_the_address(certificate: Path, tls_port: int) -> None:
    url = f"https://127.0.0.1:{tls_port}/"
    assert calling.post(Target(url, "127.0.0.1", "127.0.0.1"), b"{}", {}, ca_file=certificate) == 204
    with pytest.raises(httpx.ConnectError, match="certificate") as caught:
        calling.post(Target(url, "hooks.acme.example", "hooks.acme.example"), b"{}", {}, ca_file=certificate)
    assert "its certificate is not trusted: Hostname mismatch" in calling.reason(caught.value)


def test_a_receiver_of_the_companys_own_authority(
    hooked: Center, receiver: Receiver, certificate: Path, tls_port: int, tmp_path: Path
) -> None:
    _hook(hooked, receiver, url=f"https://127.0.0.1:{tls_port}/")
    _notice(hooked)
    (tmp_path / "empty.pem").write_text("no certificate")
    (now, problems) = (now_ms(), list[str | None]())
    for file in (None, tmp_path / "none.pem", tmp_path / "empty.pem", certificate):
        deliveries.run(hooked.database, hooked.settings.model_copy(update={"web_hook_ca_file": file}), now)
        (row,) = _deliveries(hooked)
        now = row.next_try
        problems.append(row.problem)
    assert "its certificate is not trusted" in str(problems[0])
    assert all("PUC_WEB_HOOK_CA_FILE cannot be read" in str(one) for one in problems[1:3])
    assert (problems[3], row.state) == (None, "sent")


def test_a_failing_web_hook_keeps_no_other_waiting(hooked: Center, receiver: Receiver) -> None:
    administrator, _ = _hook(hooked, receiver, name="works")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        assert administrator.post("/api/v1/web-hooks", json={"name": "hangs", "url": url}).status_code == 201
        for number in range(4):
            _notice(hooked, about=str(number))
        begun = time.monotonic()
        deliveries.run(hooked.database, hooked.settings, now_ms())
        assert time.monotonic() - begun < 15
    assert len(receiver.requests) == 4
    assert sorted(row.attempts for row in _deliveries(hooked)) == [0, 0, 0, 1, 1, 1, 1, 1]


def test_a_delivery_is_sent_again_with_its_id(hooked: Center, receiver: Receiver) -> None:
    administrator, made = _hook(hooked, receiver)
    _notice(hooked)
    deliveries.run(hooked.database, hooked.settings, now_ms())
    path = f"/api/v1/web-hooks/{made['id']}/deliveries/{_deliveries(hooked)[0].id}/retry"
    assert administrator.post(path).json()["state"] == "waiting"
    deliveries.run(hooked.database, hooked.settings, now_ms())
    assert len({headers["webhook-id"] for headers, _ in receiver.requests}) == 1
    assert len(receiver.requests) == 2
    other = administrator.post("/api/v1/web-hooks", json={"name": "b", "url": f"http://127.0.0.1:{receiver.port}/"})
    assert administrator.post(path.replace(f"/{made['id']}/", f"/{other.json()['id']}/", 1)).status_code == 404


class _Taking(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


def test_the_connection_goes_to_the_checked_address(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", ("93.184.215.14", 443))])
    allowed = settings.model_copy(update={"web_hook_hosts": "hooks.acme.example"})
    found = hook_addresses.target(allowed, "https://hooks.acme.example/x?y=1")
    assert found.url == "https://93.184.215.14:443/x?y=1"
    assert (found.host, found.host_header) == ("hooks.acme.example", "hooks.acme.example:443")

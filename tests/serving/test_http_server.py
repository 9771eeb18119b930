"""The one HTTP server: answers go out at once, on IPv4 and IPv6."""

import socket
from collections.abc import MutableMapping
from typing import Any

import httpx
import pytest

from app.server.http_server import HttpServer, listen
from tests import plain_http

ADDRESSES = {"127.0.0.1": "127.0.0.1", "::1": "[::1]", "localhost": "localhost"}


async def _answer(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
    assert scope["type"] == "http", "the server asks for nothing else"
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.mark.parametrize("host", ADDRESSES)
def test_connections_have_no_delay(host: str) -> None:
    """Without TCP_NODELAY the second piece of an answer waits 40 ms for what the client says to the first."""
    server = HttpServer(_answer)
    with server.beside(host) as address, plain_http.client(address) as client:
        assert address.startswith(f"http://{ADDRESSES[host]}:")
        assert client.get("/").text == "ok"
        accepted = [_socket(connection) for connection in server.server_state.connections]
        assert [connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for connected in accepted] == [1]


def _socket(connection: Any) -> socket.socket:
    found: socket.socket = connection.transport.get_extra_info("socket")
    return found


def test_the_client_closes_a_quiet_connection_first() -> None:
    """Otherwise a client could send a request on a connection that the service is closing."""
    load_balancers = 60
    assert HttpServer(_answer).config.timeout_keep_alive > load_balancers


def test_the_server_reports_when_it_is_ready() -> None:
    said: list[str] = []
    with HttpServer(_answer, ready=lambda: said.append("ready")).beside() as address:
        assert said == ["ready"]
        assert httpx.get(address, trust_env=False, timeout=60).status_code == 200
    assert said == ["ready"]
    with pytest.raises(httpx.ConnectError):
        httpx.get(address, trust_env=False, timeout=60)


def test_a_port_has_one_server() -> None:
    with listen("127.0.0.1", 0) as first:
        first.listen()
        with pytest.raises(OSError, match="in use"):
            listen("127.0.0.1", first.getsockname()[1])

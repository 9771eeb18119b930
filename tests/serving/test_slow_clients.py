"""A client that does not finish its request, or does not take its answer, is cut off; a waiting client is not."""

import asyncio
import socket
import time
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlsplit

import pytest

from app.server import http_protocol
from app.server.http_server import HttpServer

HEAD = b"POST /%s HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n"
LONG = 100_000_000
"""Bytes of an answer that no buffer takes."""


async def _answer(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
    """Reads the body, but for /early; then answers, on /late after every limit, on /long at length."""
    more = scope["path"] != "/early"
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        more = message["more_body"]
    if scope["path"] == "/late":
        await asyncio.sleep(2.5 * http_protocol.REQUEST_SECONDS)
    length = LONG if scope["path"] == "/long" else 2
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % length)]})
    for _ in range(0, length, 100_000):
        await send({"type": "http.response.body", "body": b"x" * min(length, 100_000), "more_body": True})
    await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> HttpServer:
    monkeypatch.setattr(http_protocol, "REQUEST_SECONDS", 1)
    return HttpServer(_answer)


HALF = {
    "nothing": b"",
    "an empty line": b"\r\n",
    "half a method": b"PO",
    "half a head": HEAD[:30],
    "no body": HEAD % b"",
    "half a body": HEAD % b"" + b"a",
    "half a body, and was answered": HEAD % b"early" + b"a",
    "a request and half another one": HEAD % b"" + b"abc" + HEAD[:30],
}


@pytest.mark.parametrize("what", HALF)
def test_a_client_that_does_not_finish_a_request_is_cut_off(server: HttpServer, what: str) -> None:
    with server.beside() as address, _connect(address) as wire:
        wire.sendall(HALF[what])
        got = _until_cut_off(wire)
    assert got.count(b" 200 ") == ("answered" in what or "a request" in what)


def test_many_slow_clients_are_all_cut_off_and_others_served(server: HttpServer) -> None:
    with server.beside() as address:
        slow = [_connect(address) for _ in range(150)]
        for wire in slow:
            wire.sendall(HEAD[:30])
        assert _ask(address, b"") == b"xx"
        assert [_until_cut_off(wire) for wire in slow] == [b""] * 150
        assert not server.server_state.connections
    for wire in slow:
        wire.close()


def test_a_client_that_does_not_take_an_answer_is_cut_off(server: HttpServer) -> None:
    with server.beside() as address, _connect(address) as wire:
        wire.sendall(HEAD % b"long" + b"abc")
        wire.recv(1)
        while server.server_state.connections:
            time.sleep(0.01)
        assert len(_until_cut_off(wire)) < LONG


def test_a_client_that_waits_for_an_answer_is_not_cut_off(server: HttpServer) -> None:
    with server.beside() as address:
        assert _ask(address, b"late") == b"xx"
        assert len(_ask(address, b"long")) == LONG


def _connect(address: str) -> socket.socket:
    where = urlsplit(address)
    return socket.create_connection((str(where.hostname), int(where.port or 0)), timeout=60)


def _until_cut_off(wire: socket.socket) -> bytes:
    try:
        return b"".join(iter(lambda: wire.recv(65_536), b""))
    except ConnectionResetError:
        return b""


def _ask(address: str, path: bytes) -> bytes:
    with _connect(address) as wire:
        wire.sendall((HEAD % path).replace(b"Host", b"Connection: close\r\nHost") + b"abc")
        return _until_cut_off(wire).partition(b"\r\n\r\n")[2]

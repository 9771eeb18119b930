"""What no client sends: each is refused or cut off, keeps no memory, and the next caller is served."""

import itertools
import socket
from collections.abc import Iterable, Iterator, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import pytest

from app.server.http_server import HttpServer
from tests import plain_http

HOST = b"Host: x\r\n"
CHUNKED = b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"
ENDLESS = 20_000_000
"""Bytes after which a test gives up waiting for a refusal."""


async def _length(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
    """Answers how long the body was."""
    length, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length, more = length + len(message["body"]), message["more_body"]
    body = str(length).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture(scope="module")
def address_of_server() -> Iterator[str]:
    with HttpServer(_length).beside() as address:
        yield address


LAST = b"GET / HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"


def exchange(address: str, pieces: Iterable[bytes]) -> tuple[bytes, int]:
    """What comes back to these bytes until the connection is closed, and how many of them were taken. Bytes that end
    with LAST leave it to the server to close."""
    where, sent, got = urlsplit(address), 0, b""
    with socket.create_connection((str(where.hostname), int(where.port or 0)), timeout=20) as wire:
        try:
            for piece in pieces:
                wire.sendall(piece)
                sent += len(piece)
                if sent > ENDLESS:
                    break
            if not piece.endswith(LAST):
                wire.shutdown(socket.SHUT_WR)
            got = b"".join(iter(lambda: wire.recv(65_536), b""))
        except OSError:
            pass  # cut off
    return got, sent


STRANGE = {
    "no HTTP at all": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 5,
    "two lengths": b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "a length and pieces": b"POST / HTTP/1.1\r\n"
    + HOST
    + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a length that is no number": b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 0x10\r\n\r\n",
    "a path that is no ASCII": b"GET /\xff\xfe HTTP/1.1\r\n" + HOST + b"\r\n",
    "a tunnel": b"CONNECT evil.example:443 HTTP/1.1\r\n" + HOST + b"\r\n",
    "a tunnel to a path": b"CONNECT / HTTP/1.1\r\n" + HOST + b"\r\n",
    "a tunnel to a path in another protocol": b"CONNECT / HTTP/1.1\r\n"
    + HOST
    + b"Connection: upgrade\r\nUpgrade: h2c\r\n\r\n",
    "a blank before the colon": b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
    "a folded header": b"GET / HTTP/1.1\r\n" + HOST + b"X: a\r\n b\r\n\r\n",
    "a NUL in a header": b"GET / HTTP/1.1\r\n" + HOST + b"X: a\x00b\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\n" + HOST + HOST + b"\r\n",
    "an end of the connection after the body": CHUNKED + b"0\r\nConnection: close\r\n\r\n",
    "another version": b"GET / HTTP/9.9\r\n" + HOST + b"\r\n",
}


@pytest.mark.parametrize("case", STRANGE)
def test_malformed_requests_are_refused(address_of_server: str, case: str) -> None:
    got, _ = exchange(address_of_server, [STRANGE[case]])
    assert got.startswith(b"HTTP/1.1 400 ")
    assert got.count(b"HTTP/1.1") == 1, "nothing after it is taken for a request"
    _serves_others(address_of_server)


ONE_HEADER, MANY_HEADERS = itertools.repeat(b"a" * 10_000), itertools.repeat(b"X: " + b"a" * 10_000 + b"\r\n")
TOO_LONG = {
    "a path": [b"GET /", ONE_HEADER],
    "a header": [b"GET / HTTP/1.1\r\nX: ", ONE_HEADER],
    "many headers": [b"GET / HTTP/1.1\r\n", MANY_HEADERS],
    "headers after a body": [CHUNKED + b"1\r\nx\r\n0\r\n", MANY_HEADERS],
    "one header after a body": [CHUNKED + b"0\r\nX: ", ONE_HEADER],
    "what is said of a piece": [CHUNKED + b"1;", ONE_HEADER],
}


@pytest.mark.parametrize("case", TOO_LONG)
def test_endless_heads_are_cut_off(address_of_server: str, case: str) -> None:
    begin, rest = TOO_LONG[case]
    got, sent = exchange(address_of_server, itertools.chain([begin], rest))  # type: ignore[list-item, arg-type]
    assert sent < ENDLESS / 2
    assert b" 200 " not in got
    _serves_others(address_of_server)


@pytest.mark.parametrize("length", [65_600, 130_000, 250_000])
@pytest.mark.parametrize("where", ["GET /%s HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nX: %s\r\n\r\n"])
def test_a_head_over_the_limit_is_refused_although_it_comes_at_once(
    address_of_server: str, where: str, length: int
) -> None:
    got, _ = exchange(address_of_server, [(where % ("a" * length)).encode()])
    assert got.startswith(b"HTTP/1.1 400 ") or got == b"", "cut off"
    assert got.count(b"HTTP/1.1") <= 1
    _serves_others(address_of_server)


def test_heads_one_after_the_other_are_many_and_not_long(address_of_server: str) -> None:
    request = b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 60_000 + b"\r\n\r\n"
    got, _ = exchange(address_of_server, [request * 5])
    assert got.count(b"HTTP/1.1 200 ") == 5


HIDDEN = b"GET / HTTP/1.1\r\n" + HOST + b"\r\n"
LENGTH, IN_PIECES = b"Content-Length: %d" % len(HIDDEN), b"Transfer-Encoding: chunked"
BODY_IN_PIECES = b"%x\r\n%s\r\n0\r\n\r\n" % (len(HIDDEN), HIDDEN)


@pytest.mark.parametrize(("framing", "body"), [(LENGTH, HIDDEN), (IN_PIECES, BODY_IN_PIECES)])
@pytest.mark.parametrize("other", [b"h2c", b"websocket"])
@pytest.mark.parametrize("piece", [1, 120, 10_000])
def test_a_wish_for_another_protocol_is_ignored(
    address_of_server: str, framing: bytes, body: bytes, other: bytes, piece: int
) -> None:
    """RFC 9110 §7.8: Java's client has it over plain HTTP. Its body is a body, and no request."""
    wish = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: " + other + b"\r\nHTTP2-Settings: AAEAAEAAAAIA\r\n"
    request = b"POST / HTTP/1.1\r\n" + HOST + wish + framing + b"\r\n\r\n" + body
    early = request * 2 + HIDDEN + b"GET / HTTP/1.1\r\n" + HOST + wish + b"\r\n"
    got, _ = exchange(address_of_server, [*(early[at : at + piece] for at in range(0, len(early), piece)), LAST])
    assert [each[-2:].strip() for each in got.split(b"HTTP/1.1 200 ")[1:]] == [b"%d" % len(HIDDEN)] * 2 + [b"0"] * 3
    assert got.count(b"HTTP/1.1 ") == 5


def test_many_wishes_at_once(address_of_server: str) -> None:
    request = b"GET / HTTP/1.1\r\n" + HOST + b"Connection: Upgrade\r\nUpgrade: x\r\n\r\n"
    assert exchange(address_of_server, [request * 3_000 + LAST])[0].count(b"HTTP/1.1 200 ") == 3_001


@pytest.mark.parametrize(
    "begin", [b"GET / HTTP/1.0\r\nConnection: upgrade", b"GET / HTTP/1.1\r\nConnection: upgrade, close"]
)
def test_a_wish_in_the_last_request_of_a_connection_is_ignored(address_of_server: str, begin: bytes) -> None:
    got, _ = exchange(address_of_server, [begin + b"\r\n" + HOST + b"Upgrade: h2c\r\n\r\n" + LAST])
    assert got.count(b"HTTP/1.1 200 ") == got.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("piece", [3, 10_000])
def test_trailers_are_no_headers(piece: int) -> None:
    """RFC 9110 §6.5.1. Proxies pass it on, behind what they say themselves about where the request came from."""
    requests = []

    async def app(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        await _length(scope, receive, send)
        requests.append((scope["client"][0], [name for name, _ in scope["headers"]]))

    late = b"X-Forwarded-For: 10.0.0.1\r\nAuthorization: Bearer x\r\nExpect: 100-continue\r\n\r\n"
    request = CHUNKED[:-2] + b"X-Forwarded-For: 8.8.8.8\r\n\r\n1\r\na\r\n0\r\n" + late
    with HttpServer(app, proxies=["127.0.0.1"]).beside() as address:
        got, _ = exchange(address, [*(request[at : at + piece] for at in range(0, len(request), piece)), LAST])
    assert got.count(b"HTTP/1.1 200 ") == got.count(b"HTTP/1.1 ") == 2
    assert requests[0] == ("8.8.8.8", [b"host", b"transfer-encoding", b"x-forwarded-for"])


@pytest.mark.parametrize(("target", "path"), [("http://y", "/?"), ("http://y?a=b", "/?a=b"), ("http://y//a?", "//a?")])
@pytest.mark.parametrize("wish", [b"", b"Connection: upgrade\r\nUpgrade: h2c\r\n"])
def test_an_absolute_target_names_the_host_and_may_have_no_path(target: str, path: str, wish: bytes) -> None:
    """RFC 9112 §3.2.2."""
    requests = []

    async def app(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        requests.append((dict(scope["headers"])[b"host"], f"{scope['path']}?{scope['query_string'].decode()}"))
        await _length(scope, receive, send)

    with HttpServer(app).beside() as address:
        exchange(address, [b"GET %s HTTP/1.1\r\n" % target.encode() + HOST + wish + b"\r\n", LAST])
    assert requests == [(b"y", path), (b"x", "/?")]


@pytest.mark.parametrize("coding", [b"gzip, chunked", b"gzip\r\nTransfer-Encoding: chunked", b"x, chunked"])
def test_a_body_in_another_coding_is_not_taken(address_of_server: str, coding: bytes) -> None:
    """RFC 9112 §6.1: it would be misread as a plain body."""
    request = CHUNKED.replace(b"chunked", coding) + b"1\r\nx\r\n0\r\n\r\n"
    got, _ = exchange(address_of_server, [HIDDEN + request + LAST])
    assert [each[:3] for each in got.split(b"HTTP/1.1 ")[1:]] == [b"200", b"501"], "and the connection ends"


def test_the_name_of_a_coding_has_no_case(address_of_server: str) -> None:
    got, _ = exchange(address_of_server, [CHUNKED.replace(b"chunked", b"Chunked ") + b"1\r\nx\r\n0\r\n\r\n" + LAST])
    assert got.count(b"HTTP/1.1 200 ") == 2


def test_http_1_0_needs_no_host(address_of_server: str) -> None:
    assert exchange(address_of_server, [b"GET / HTTP/1.0\r\n\r\n"])[0].startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("piece", [1, 50, 70_000])
def test_a_long_body_in_pieces_is_read(address_of_server: str, piece: int) -> None:
    with plain_http.client(address_of_server) as client:
        for _ in range(2):  # on the same connection
            assert client.post("/", content=itertools.repeat(b"x" * piece, 2_000), timeout=60).text == str(
                piece * 2_000
            )
        assert client.get("/", headers={"X": "a" * 60_000}).status_code == 200


def _serves_others(address: str) -> None:
    with plain_http.client(address) as client:
        assert client.post("/", content=b"abc").text == "3"

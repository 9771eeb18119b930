"""Odd bodies get the same answer in front of the framework as from the framework."""

import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPResponse
from urllib.parse import urlsplit

import pytest

from tests.brokers.plugin import a_plugin
from tests.center import Center
from tests.factories import a_cluster, an_administrator

pytestmark = pytest.mark.any_database

CHECK, TOKEN, AUTHENTICATE = "/api/v1/access/check", "/oauth2/token", "/api/broker/v1/authenticate"
KINDS = {CHECK: "application/json", TOKEN: "application/x-www-form-urlencoded", AUTHENTICATE: "application/json"}


def _pieces(*contents: bytes) -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(each), each) for each in contents)


LONG = b"x" * 60_000
BODIES = {
    "over the limit in pieces": (b"Transfer-Encoding: chunked", _pieces(*[LONG] * 6) + b"0\r\n\r\n"),
    "over the limit in one piece": (b"Transfer-Encoding: chunked", _pieces(LONG * 6) + b"0\r\n\r\n"),
    "over the limit and never ended": (b"Transfer-Encoding: chunked", _pieces(*[LONG] * 6)),
    "over the limit by its length": (b"Content-Length: 360000", LONG * 6),
    "empty in pieces": (b"Transfer-Encoding: chunked", b"0\r\n\r\n"),
    "a letter in each piece": (b"Transfer-Encoding: chunked", _pieces(*[b"a"] * 300) + b"0\r\n\r\n"),
    "no length": (b"X: y", b""),
    "of length nothing": (b"Content-Length: 0", b""),
    "no text": (b"Content-Length: 4", b"\xff\x00\xfe\x80"),
}


@pytest.fixture
def credentials(center: Center) -> dict[str, bytes]:
    """Path → the header that shows who asks there."""
    root = center.with_token(center.make(an_administrator))
    plugin = a_plugin(center, center.make(a_cluster))
    return {
        CHECK: f"Authorization: {root.headers['authorization']}".encode(),
        TOKEN: b"X: y",
        AUTHENTICATE: f"Authorization: {plugin.client.headers['authorization']}".encode(),
    }


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("path", KINDS)
def test_odd_bodies_get_the_same_answer_in_front_as_in_the_framework(
    center: Center, credentials: dict[str, bytes], path: str, body: str
) -> None:
    in_front, framework = (_answer(center, path, kind, credentials[path], body) for kind in _kinds(path))
    assert in_front == framework
    assert in_front[0] in (400, 401, 413, 422)


def _kinds(path: str) -> Iterator[str]:
    """The usual content type, and one that is left to the framework."""
    return iter((KINDS[path], f"{KINDS[path]};charset=utf-8"))


def _answer(center: Center, path: str, kind: str, credential: bytes, body: str) -> tuple[int, object]:
    where, (length, content) = urlsplit(center.url), BODIES[body]
    head = [f"POST {path} HTTP/1.1\r\nHost: {where.netloc}\r\nContent-Type: {kind}".encode(), credential, length]
    with socket.create_connection((str(where.hostname), int(where.port or 0)), timeout=60) as wire:
        wire.sendall(b"\r\n".join(head) + b"\r\n\r\n")
        with suppress(ConnectionError):  # it answered before
            wire.sendall(content)
        answer = HTTPResponse(wire)
        answer.begin()
        return answer.status, json.loads(answer.read())

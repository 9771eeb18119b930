"""Whose address is it? A proxy's word counts only when a setting names the proxy, and only when it is an address."""

import json
from collections.abc import MutableMapping
from typing import Any

import pytest

from app.server.http_server import HttpServer
from tests import plain_http

LOOPBACK = ("127.0.0.1",)


async def _seen(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
    body = json.dumps([scope["client"][0], scope["scheme"]]).encode()
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": 200, "headers": [length]})
    await send({"type": "http.response.body", "body": body})


@pytest.mark.parametrize(
    ("proxies", "forwarded", "seen"),
    [
        ((), "192.0.2.7", "127.0.0.1"),
        (("10.0.0.5",), "192.0.2.7", "127.0.0.1"),
        (LOOPBACK, "192.0.2.7", "192.0.2.7"),
        (("127.0.0.0/8",), "192.0.2.7", "192.0.2.7"),
        (LOOPBACK, "2001:DB8:0::7", "2001:db8::7"),
        (LOOPBACK, "192.0.2.7:5678", "192.0.2.7"),
        (LOOPBACK, "198.51.100.1, 192.0.2.7", "192.0.2.7"),
        ((*LOOPBACK, "192.0.2.0/24"), "198.51.100.1, 192.0.2.7", "198.51.100.1"),
        (LOOPBACK, "B" * 64, "127.0.0.1"),
        (LOOPBACK, "unknown", "127.0.0.1"),
        (LOOPBACK, "", "127.0.0.1"),
    ],
)
def test_the_address_of_a_caller(proxies: tuple[str, ...], forwarded: str, seen: str) -> None:
    headers = {"X-Forwarded-For": forwarded, "X-Forwarded-Proto": "https"}
    with HttpServer(_seen, proxies=proxies).beside() as address, plain_http.client(address) as client:
        believed = bool({"127.0.0.1", "127.0.0.0/8"} & set(proxies))
        assert client.get("/", headers=headers).json() == [seen, "https" if believed else "http"]


def test_a_proxy_that_calls_an_ipv6_socket_by_ipv4() -> None:
    with HttpServer(_seen, proxies=LOOPBACK).beside("::") as address:
        here = address.replace("[::]", "127.0.0.1")
        with plain_http.client(here) as client:
            assert client.get("/").json() == ["127.0.0.1", "http"]
            assert client.get("/", headers={"X-Forwarded-For": "192.0.2.7"}).json()[0] == "192.0.2.7"

"""Answers of an impostor at the center's address. None of them may change a decision."""

import asyncio
import gzip
import json
import zlib

from tests.end_to_end.cluster.door import Answer

_ENDLESS_BYTES = 3_000_000_000
"""More than the memory of any broker of the tests."""


def _fixed(status: str, kind: str, body: bytes, *headers: str) -> Answer:
    async def answer(writer: asyncio.StreamWriter) -> None:
        lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(body)}", *headers]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)

    return answer


def _endless(kind: str, piece: bytes, *headers: str) -> Answer:
    async def answer(writer: asyncio.StreamWriter) -> None:
        lines = ["HTTP/1.1 200 OK", f"Content-Type: {kind}", "Connection: close", *headers]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n")
        sent = 0
        while sent < _ENDLESS_BYTES:
            writer.write(piece)
            sent += len(piece)
            await writer.drain()
            # While data flows, drain does not wait: without this, a disconnect or cancellation would go unnoticed.
            await asyncio.sleep(0)

    return answer


async def _no_http(writer: asyncio.StreamWriter) -> None:
    writer.write(b"\x00\xff" * 4096 + b"SSH-2.0-OpenSSH_9.9\r\n")


async def _drip(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n")
    for _ in range(100_000):
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(0.5)


def _bomb() -> bytes:
    # Valid JSON throughout, so that a reader which fails only at the first wrong byte would read all of it.
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    parts = [packer.compress(b'{"format":1,"cluster":"pair","revision":9,"users":[')]
    piece = b"0," * 1_000_000
    parts += [packer.compress(piece) for _ in range(200)]
    return b"".join([*parts, packer.flush()])


def _foreign_snapshot() -> bytes:
    return json.dumps(
        {"format": 1, "cluster": "elsewhere", "revision": 10**12, "users": [], "grants": [], "invalid": [], "keys": [],
         "revoked": []}
    ).encode()  # fmt: skip


ANSWERS: dict[str, Answer] = {
    "html": _fixed("200 OK", "text/html", b"<!doctype html><title>Welcome</title>Please accept our terms."),
    "empty": _fixed("200 OK", "application/json", b""),
    "null": _fixed("200 OK", "application/json", b"null"),
    "list": _fixed("200 OK", "application/json", b"[[[[]]]]"),
    "wrong types": _fixed("200 OK", "application/json", b'{"format":1,"cluster":"pair","revision":"x","users":7}'),
    "no rights": _fixed("200 OK", "application/json", b'{"format":1,"cluster":"pair","revision":999999999}'),
    "foreign": _fixed("200 OK", "application/json", _foreign_snapshot()),
    "newer format": _fixed("200 OK", "application/json", b'{"format":99,"cluster":"pair","revision":999999999}'),
    "error": _fixed("503 Service Unavailable", "text/html", b"<h1>Backend fetch failed</h1>"),
    "redirect": _fixed("302 Found", "text/html", b"", "Location: https://127.0.0.1:9/"),
    "not gzip": _fixed("200 OK", "application/json", b"{}" * 40, "Content-Encoding: gzip"),
    "half gzip": _fixed("200 OK", "application/json", gzip.compress(b"{}" * 400)[:20], "Content-Encoding: gzip"),
    "impossible delta": _fixed("200 OK", "text/event-stream", b'event: delta\ndata: {"after":0,"revision":"9"}\n\n'),
    "delta of nobody": _fixed("200 OK", "text/event-stream", b"event: delta\ndata: []\n\nevent: reset\ndata:\n\n"),
    "no http": _no_http,
    "drip": _drip,
    "endless": _endless("application/json", b'{"a":' * 20_000),
    "endless line": _endless("text/event-stream", b"data: " + b"x" * 100_000),
    "endless frame": _endless("text/event-stream", (b"data: " + b"x" * 90 + b"\n") * 1000),
}  # fmt: skip


def bomb() -> Answer:
    """400 MB of valid JSON in 2 MB of gzip: more than the heap of a broker here. Made on demand."""
    return _fixed("200 OK", "application/json", _bomb(), "Content-Encoding: gzip")

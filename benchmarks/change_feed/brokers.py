"""Simulated brokers: each follows the center over a link, applies what it gets, and reports that at once."""

import asyncio
import json
from contextlib import suppress
from typing import Any, Self

import httpx

_PATH = "/api/broker/v1"


class Connection:
    """One kept-alive connection to loopback, with one request at a time.

    httpx takes 1.6 ms of processor time for a call, as much as the center: twelve brokers on the center's two cores
    would measure httpx. This client takes 0.15 ms.
    """

    _reader: asyncio.StreamReader
    _writer: asyncio.StreamWriter

    def __init__(self, port: str, bearer: str) -> None:
        self._port, self._bearer = int(port), bearer

    @classmethod
    async def open(cls, port: str, bearer: str) -> Self:
        """Connect; nothing is sent yet."""
        made = cls(port, bearer)
        await made._connect()
        return made

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """One call; returns the JSON. Reconnects if the server has closed the connection, as it does after 5 s idle."""
        try:
            return await self._asked(method, path, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            await self._connect()
            return await self._asked(method, path, body)

    async def _connect(self) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)

    async def _asked(self, method: str, path: str, body: Any) -> Any:
        self.send(method, path, b"" if body is None else json.dumps(body).encode())
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        text = await self._reader.readexactly(length)
        assert b" 200 " in head.split(b"\r\n", 1)[0], text
        return json.loads(text)

    def send(self, method: str, path: str, body: bytes = b"") -> None:
        """Send a request without reading the answer."""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {self._bearer}\r\n"
        kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        self._writer.write(f"{head}{kind}\r\n".encode() + body)


class Link:
    """A WebSocket to the center, with as little of RFC 6455 as it takes: whole text messages."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, port: str, bearer: str, query: str) -> Self:
        """Connect."""
        reader, writer = await asyncio.open_connection("127.0.0.1", int(port))
        head = f"GET {_PATH}/link?{query} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {bearer}\r\n"
        key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        writer.write(f"{head}Connection: Upgrade\r\nUpgrade: websocket\r\n{key}\r\n".encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in answer, answer
        return cls(reader, writer)

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()

    def report(self, fields: dict[str, Any]) -> None:
        """Send a report, masked with zeros."""
        text = json.dumps(fields).encode()
        length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        self._writer.write(b"\x81" + length + bytes(4) + text)

    async def message(self) -> bytes:
        """The next message. Raises IncompleteReadError at the end."""
        first, length = await self._reader.readexactly(2)
        if length > 125:
            length = int.from_bytes(await self._reader.readexactly(2 if length == 126 else 8), "big")
        text = await self._reader.readexactly(length)
        if first != 0x81:
            raise asyncio.IncompleteReadError(text, None)
        return text


def whole_report(broker: str, program: str) -> dict[str, Any]:
    """All fields of a report but the position."""
    counts = dict.fromkeys(("snapshot_at", "events_written", "events_dropped", "connections"), 0)
    return {"broker": broker, "boot": program, "plugin": program, "pulsar": "none", "kicks": True, **counts}


class SimulatedBroker:
    """Holds the grants by id, as a broker does; it makes no decisions and has no connections."""

    _link: Link

    def __init__(self, name: str) -> None:
        self._name = name
        self._grants: dict[int, Any] = {}
        self._at: dict[str, Any] = {}
        self.last_frame = b""
        """As a server-sent event."""

    @classmethod
    async def start(cls, name: str, port: str, credential: str) -> Self:
        """A broker that has loaded the snapshot, and has a link from there, over which it reports that."""
        made = cls(name)
        url = f"http://127.0.0.1:{port}{_PATH}/snapshot"
        whole = httpx.get(url, headers={"Authorization": f"Bearer {credential}"}, timeout=60).json()
        made._put_in_force(whole, whole["grants"], [])
        position = "after={revision}&epoch={epoch}&mark={mark}".format(**made._at)
        made._link = await Link.open(port, credential, position)
        made._link.report({**whole_report(name, "bench"), **made._at})
        return made

    async def follow(self) -> None:
        """Follow the feed until cancelled."""
        with suppress(asyncio.CancelledError):
            while True:
                message = await self._link.message()
                if message.startswith(b'{"delta":'):
                    delta = json.loads(message)["delta"]
                    self.last_frame = b"event: delta\ndata: " + message[9:-1] + b"\n\n"
                    changed, removed = (delta[part].get("grants", []) for part in ("set", "gone"))
                    self._put_in_force(delta, changed, removed)
                    self._link.report(self._at)
        self._link.close()

    def _put_in_force(self, position: Any, changed: list[Any], removed: list[int]) -> None:
        for grant in changed:
            self._grants[grant["id"]] = grant
        for number in removed:
            self._grants.pop(number, None)
        self._at = {key: position[key] for key in ("revision", "epoch", "mark")}

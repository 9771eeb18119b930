"""Simulated brokers: each follows the feed, applies what it gets, and reports that at once."""

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

    async def line(self) -> bytes:
        """The next line of a streamed answer; empty at its end."""
        return await self._reader.readline()


class SimulatedBroker:
    """Holds the grants by id, as a broker does; it makes no decisions and has no connections."""

    def __init__(self, name: str, feed: Connection, reports: Connection) -> None:
        self._name, self._feed, self._reports = name, feed, reports
        self._grants: dict[int, Any] = {}
        self._at: dict[str, Any] = {}
        self.last_frame = b""

    @classmethod
    async def start(cls, name: str, port: str, credential: str) -> Self:
        """A broker that has loaded and reported the snapshot, and has the feed open from there."""
        made = cls(name, await Connection.open(port, credential), await Connection.open(port, credential))
        url = f"http://127.0.0.1:{port}{_PATH}/snapshot"
        whole = httpx.get(url, headers={"Authorization": f"Bearer {credential}"}, timeout=60).json()
        made._put_in_force(whole, whole["grants"], [])
        await made._report()
        position = "after={revision}&epoch={epoch}&mark={mark}".format(**made._at)
        made._feed.send("GET", f"{_PATH}/changes?{position}")
        return made

    async def follow(self) -> None:
        """Follow the feed until cancelled."""
        with suppress(asyncio.CancelledError):
            event = b""
            while line := await self._feed.line():
                if line.startswith((b"event: ", b"id: ")):
                    event += line
                elif line.startswith(b"data: "):
                    if event.startswith(b"event: delta"):
                        self.last_frame = event + line + b"\n"
                        delta = json.loads(line[6:])
                        changed, removed = (delta[part].get("grants", []) for part in ("set", "gone"))
                        self._put_in_force(delta, changed, removed)
                        await self._report()
                    event = b""
        self._feed.close()
        self._reports.close()

    def _put_in_force(self, position: Any, changed: list[Any], removed: list[int]) -> None:
        for grant in changed:
            self._grants[grant["id"]] = grant
        for number in removed:
            self._grants.pop(number, None)
        self._at = {key: position[key] for key in ("revision", "epoch", "mark")}

    async def _report(self) -> None:
        counts = dict.fromkeys(("snapshot_at", "events_written", "events_dropped", "connections"), 0)
        named = {"broker": self._name, "boot": "bench", "plugin": "bench", "pulsar": "none", "kicks": True}
        await self._reports.ask("POST", f"{_PATH}/heartbeat", {**named, **counts, **self._at})

"""A small balancer: TCP, round robin, and only to centers whose /health/ready answers 200 in time."""

import asyncio
import contextlib
import threading
from collections.abc import Coroutine
from typing import Any

from tests.end_to_end.ports import free_ports

_EVERY_SECONDS, _PATIENCE_SECONDS = 0.1, 1.0
_ASKS = b"GET /health/ready HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


class Balancer:
    """Used in a `with` block. `ready`: the ports that get new connections now."""

    def __init__(self, ports: list[int]) -> None:
        self.port = free_ports(1)[0]
        self.url = f"http://127.0.0.1:{self.port}"
        self.ready: set[int] = set()
        self._ports, self._turn = ports, 0
        self._open: dict[int, set[asyncio.StreamWriter]] = {port: set() for port in ports}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> "Balancer":
        self._thread.start()
        listening = asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self._server: asyncio.Server = self._run(listening).result(10)
        for port in self._ports:
            self._run(self._watch(port))
        return self

    def __exit__(self, *_: object) -> None:
        self._run(self._end()).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    async def _end(self) -> None:
        """Everything that runs here ends and closes its connections."""
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for each in others:
            each.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0.1)  # closed connections are taken down in the next round

    async def _watch(self, port: int) -> None:
        while True:
            if await self._well(port):
                self.ready.add(port)
            else:
                self.ready.discard(port)
                for writer in self._open[port]:
                    writer.close()  # its clients try again, at another center
            await asyncio.sleep(_EVERY_SECONDS)

    async def _well(self, port: int) -> bool:
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(_PATIENCE_SECONDS):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                with contextlib.closing(writer):
                    writer.write(_ASKS)
                    return b" 200 " in await reader.readline()
        return False

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ready, self._turn = sorted(self.ready), self._turn + 1
        with contextlib.closing(writer), contextlib.suppress(OSError):
            if ready:
                await self._join(ready[self._turn % len(ready)], reader, writer)

    async def _join(self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, forward = await asyncio.open_connection("127.0.0.1", port)
        self._open[port] |= {writer, forward}
        with contextlib.closing(forward):
            both = [asyncio.create_task(_copy(reader, forward)), asyncio.create_task(_copy(back, writer))]
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for each in both:
                each.cancel()
        self._open[port] -= {writer, forward}


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await source.read(65536):
            target.write(data)
            await target.drain()

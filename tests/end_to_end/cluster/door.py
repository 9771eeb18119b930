"""A TLS proxy between one broker and the center that can be cut, hung, or taken over by an impostor.

Each broker has its own door, so that one can be cut off while the other is not.
"""

import asyncio
import contextlib
import ssl
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from tests.end_to_end.cluster.certificates import Certificates
from tests.end_to_end.ports import free_ports

Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]
"""Writes the impostor's answer to any request."""
_PIECE = 65_536


class Door:
    """An https address on loopback, which by default leads to the center."""

    def __init__(self, center_port: int, certificates: Certificates) -> None:
        self.port = free_ports(1)[0]
        self.url = f"https://127.0.0.1:{self.port}"
        self._center_port = center_port
        self._certificates = certificates
        self._answer: Answer | None = None
        self._touched = False
        self._flowing = asyncio.Event()
        self._open: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.open()

    def heal(self) -> None:
        """Undo all faults. Without a fault, connections stay open."""
        if self._touched:
            self.open()

    def open(self) -> None:
        """Lead to the center again, for new connections."""
        self._touched = False
        self._begin(self._certificates.good, None)

    def expired(self) -> None:
        """Use the expired certificate: connections end, and new ones fail."""
        self._touched = True
        self._begin(self._certificates.expired, None)

    def taken_over(self, answer: Answer) -> None:
        """An impostor answers, with the right certificate."""
        self._touched = True
        self._begin(self._certificates.good, answer)

    def cut(self) -> None:
        """Stop listening, and reset open connections."""
        self._touched = True
        self._do(self._close())

    def hang(self) -> None:
        """Pass nothing on any more. Open connections stay open, new ones are accepted, and all hang."""
        self._touched = True
        self._loop.call_soon_threadsafe(self._flowing.clear)

    def end(self) -> None:
        """Close for good."""
        self._do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def _begin(self, context: ssl.SSLContext, answer: Answer | None) -> None:
        self._answer = answer
        self._do(self._reopen(context))
        self._loop.call_soon_threadsafe(self._flowing.set)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(20)

    async def _reopen(self, context: ssl.SSLContext) -> None:
        await self._close()
        self._server = await asyncio.start_server(
            self._visitor, "127.0.0.1", self.port, ssl=context, ssl_handshake_timeout=5, reuse_address=True
        )

    async def _close(self) -> None:
        if self._server:
            self._server.close()
            self._server = None
        for task in list(self._open):
            task.cancel()
        if self._open:
            await asyncio.wait(self._open, timeout=5)

    async def _visitor(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._open.add(task)
        try:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, ssl.SSLError):
                await (self._answer_all(reader, writer) if self._answer else self._relay(reader, writer))
        except asyncio.CancelledError:
            pass  # the door was closed or taken over
        finally:
            self._open.discard(task)
            writer.transport.abort()

    async def _answer_all(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert self._answer
        await reader.readuntil(b"\r\n\r\n")
        await self._answer(writer)
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        behind_reader, behind_writer = await asyncio.open_connection("127.0.0.1", self._center_port)
        ways = [
            asyncio.create_task(self._pipe(reader, behind_writer)),
            asyncio.create_task(self._pipe(behind_reader, writer)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            behind_writer.transport.abort()

    async def _pipe(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while piece := await source.read(_PIECE):
            await self._flowing.wait()
            target.write(piece)
            await target.drain()

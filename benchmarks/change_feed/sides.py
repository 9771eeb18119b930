"""The two sides of the benchmark: each a server process with its listeners."""

import asyncio
import json
import statistics
import sys
import time
from dataclasses import dataclass, field

LISTENERS = 12


@dataclass
class Side:
    """One server process with its listeners. `arrived` receives the time of each parsed frame, monotonic ns; `token` is
    an administrator's."""

    process: asyncio.subprocess.Process
    port: str = ""
    credential: str = ""
    token: str = ""
    arrived: "asyncio.Queue[tuple[int, bytes]]" = field(default_factory=asyncio.Queue)
    tasks: list["asyncio.Task[None]"] = field(default_factory=list)
    waits_ms: list[float] = field(default_factory=list)

    async def round(self, wish: bytes) -> bytes:
        """One change; returns the frame that was pushed."""
        _, committed = await self.change(wish)
        frames = [await self.arrived.get() for _ in range(LISTENERS)]
        self.waits_ms.append((max(time for time, _ in frames) - committed) / 1e6)
        return frames[0][1]

    async def change(self, wish: bytes) -> tuple[int, int]:
        """One change; returns its revision and the time of its commit, monotonic ns."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(wish + b"\n")
        revision, committed = (await self.process.stdout.readline()).split()
        return int(revision), int(committed)

    async def close(self) -> None:
        """End the listeners, then the server."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        assert self.process.stdin is not None
        self.process.stdin.close()
        await self.process.wait()


async def start(kind: str, rights: int, listeners: int = LISTENERS) -> Side:
    """A server process of its own, with so many subscribers."""
    arguments = (sys.executable, "-m", "benchmarks.change_feed.served", kind, str(rights))
    pipe, quiet = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    side = Side(await asyncio.create_subprocess_exec(*arguments, stdin=pipe, stdout=pipe, stderr=quiet))
    assert side.process.stdout is not None
    side.port, side.credential, revision, side.token = (await side.process.stdout.readline()).decode().split()
    for _ in range(listeners):
        reader, writer = await asyncio.open_connection("127.0.0.1", int(side.port))
        request = f"GET /api/broker/v1/changes?after={revision} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        writer.write(f"{request}Authorization: Bearer {side.credential}\r\n\r\n".encode())
        status = await reader.readline()
        assert b" 200 " in status, status
        side.tasks.append(asyncio.create_task(_listen(reader, writer, side.arrived)))
    return side


async def _listen(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, arrived: "asyncio.Queue[tuple[int, bytes]]"
) -> None:
    event = b""
    try:
        while line := await reader.readline():
            if line.startswith((b"event: ", b"id: ")):
                event += line
            elif line.startswith(b"data: "):
                json.loads(line[6:])  # the least that a broker has to do
                if event.startswith(b"event: delta"):  # not the `time` events of a quiet feed
                    arrived.put_nowait((time.monotonic_ns(), event + line + b"\n"))
                event = b""
    finally:
        writer.close()


def marks(waits: list[float]) -> dict[str, float]:
    """Median, slow end and maximum of some times."""
    cuts = statistics.quantiles(waits, n=100)
    return {"p50": round(cuts[49], 3), "p99": round(cuts[98], 3), "max": round(max(waits), 3)}

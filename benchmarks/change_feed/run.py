"""Commit → received and read by 12 subscribers, against a bare server-sent-event push of the same bytes, in one run.

A round is over when all twelve listeners have parsed the frame. Both servers are processes of their own; their rounds
alternate, so that noise of the machine meets both.
"""

import asyncio
import json
import statistics
import sys
import time
from dataclasses import dataclass, field
from typing import Any

LISTENERS = 12
WARM_UP = 20

Row = dict[str, Any]


@dataclass
class Side:
    """One server process with its listeners. `arrived` receives the time of each parsed frame, monotonic ns."""

    process: asyncio.subprocess.Process
    arrived: "asyncio.Queue[tuple[int, bytes]]" = field(default_factory=asyncio.Queue)
    tasks: list["asyncio.Task[None]"] = field(default_factory=list)
    waits_ms: list[float] = field(default_factory=list)

    async def round(self, wish: bytes) -> bytes:
        """One change; answers the frame that was pushed."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(wish + b"\n")
        _, committed = (await self.process.stdout.readline()).split()
        frames = [await self.arrived.get() for _ in range(LISTENERS)]
        self.waits_ms.append((max(time for time, _ in frames) - int(committed)) / 1e6)
        return frames[0][1]

    async def close(self) -> None:
        """End the listeners, then the server."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        assert self.process.stdin is not None
        self.process.stdin.close()
        await self.process.wait()


async def _start(kind: str, rights: int) -> Side:
    arguments = (sys.executable, "-m", "benchmarks.change_feed.served", kind, str(rights))
    pipe, quiet = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    side = Side(await asyncio.create_subprocess_exec(*arguments, stdin=pipe, stdout=pipe, stderr=quiet))
    assert side.process.stdout is not None
    port, credential, revision = (await side.process.stdout.readline()).decode().split()
    for _ in range(LISTENERS):
        reader, writer = await asyncio.open_connection("127.0.0.1", int(port))
        request = f"GET /api/broker/v1/changes?after={revision} HTTP/1.1\r\nHost: bench\r\n"
        writer.write(f"{request}Authorization: Bearer {credential}\r\n\r\n".encode())
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
                json.loads(line[6:])  # what a broker has to do at least
                arrived.put_nowait((time.monotonic_ns(), event + line + b"\n"))
                event = b""
    finally:
        writer.close()


def measure(rounds: int = 300, rights: int = 20_000) -> list[Row]:
    """One row each for the middle, the slow end, and the bytes of one changed right."""
    return asyncio.run(_measure(rounds, rights))


async def _measure(rounds: int, rights: int) -> list[Row]:
    center, bare, small = await _start("center", rights), await _start("bare", 0), await _start("center", 100)
    small_frame = await small.round(b"go")
    await small.close()
    frame = await center.round(b"go")
    for number in range(WARM_UP + rounds):
        last = await center.round(b"go")
        await bare.round(last.hex().encode())
        await asyncio.sleep(0.005 * (number % 3))
    await center.close()
    await bare.close()
    ours, theirs = _marks(center.waits_ms[-rounds:]), _marks(bare.waits_ms[-rounds:])
    where = f"commit → received by {LISTENERS} subscribers, {rights:,} rights"
    return [
        _row(f"{where}, p50", ours["p50"], theirs["p50"], "ms", "", **_all(ours, theirs, rounds)),
        _row(f"{where}, p99", ours["p99"], theirs["p99"], "ms", "≤ 5 x", **_all(ours, theirs, rounds)),
        _row(f"one changed right: bytes at {rights:,} and 100 rights", len(frame), len(small_frame), "bytes", "same"),
    ]


def _marks(waits: list[float]) -> dict[str, float]:
    cuts = statistics.quantiles(waits, n=100)
    return {"p50": round(cuts[49], 3), "p99": round(cuts[98], 3), "max": round(max(waits), 3)}


def _all(ours: dict[str, float], theirs: dict[str, float], rounds: int) -> Row:
    return {"rounds": rounds, "listeners": LISTENERS, "ours_ms": ours, "bare_ms": theirs}


def _row(what: str, ours: float, bare: float, unit: str, goal: str, **more: Any) -> Row:
    return {"what": what, "ours": ours, "bare": bare, "unit": unit, "ratio": ours / bare, "goal": goal, **more}


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1, ensure_ascii=False))

"""Sends requests when they are due, whether or not earlier ones are answered: people and programs do not wait for
each other."""

import asyncio
import random
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, Protocol
from urllib.parse import urlsplit

from benchmarks.load.ask import Answer, Ask
from benchmarks.load.shape import Step

PATIENCE_SECONDS = 10
_IDLE_SECONDS = 30
"""Then a connection is closed here; the center closes it after 75 s."""
MOST = 2_000
"""Open connections at most, for all callers together."""
_BUSY = {429, 503}
Verdict = Literal["right", "refused", "late", "wrong"]
"""`refused`: 429 or 503 that says when to come again. `late`: no whole answer in ten seconds. `wrong`: anything else
than the right answer."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """`ms`: from when the request was due until its answer was read, so that waiting for a connection counts. `at`:
    when that was, in seconds of the step."""

    kind: str
    verdict: Verdict
    ms: float
    at: float
    why: str = ""


class Drawn(Protocol):
    """Where requests come from."""

    def draw(self) -> Ask:
        """The next one."""


class Callers:
    """Keeps connections between steps, as clients do."""

    def __init__(self, url: str) -> None:
        self._port = int(urlsplit(url).port or 80)
        self._idle: deque[tuple[float, asyncio.StreamReader, asyncio.StreamWriter]] = deque()
        self._places = asyncio.Semaphore(MOST)

    async def take(self, step: Step, mix: Drawn, chance: random.Random) -> list[Outcome]:
        """One step; returns when the last of its requests has its answer or is late."""
        started, due, tasks = time.monotonic(), 0.0, []
        while (due := due + chance.expovariate(step.rate)) < step.seconds:
            if (wait := started + due - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            tasks.append(asyncio.create_task(self._ask_one(mix.draw(), started, due)))
        return list(await asyncio.gather(*tasks))

    def close(self) -> None:
        """Close all connections."""
        for _, _, writer in self._idle:
            writer.close()

    async def _ask_one(self, ask: Ask, started: float, due: float) -> Outcome:
        verdict, why = await self._judge_answer(ask, started + due)
        at = time.monotonic() - started
        return Outcome(ask.kind, verdict, (at - due) * 1000, at, why)

    async def _judge_answer(self, ask: Ask, due: float) -> tuple[Verdict, str]:
        try:
            async with asyncio.timeout(due + PATIENCE_SECONDS - time.monotonic()):
                return judge(ask, await self.send(ask))
        except TimeoutError:
            return "late", ""
        except (OSError, asyncio.IncompleteReadError) as error:
            return "wrong", type(error).__name__

    async def send(self, ask: Ask) -> Answer:
        """Its answer. Raises OSError or IncompleteReadError when the connection ends."""
        async with self._places:
            return await self._send(ask)

    async def _send(self, ask: Ask) -> Answer:
        reader, writer = await self._connection()
        try:
            writer.write(ask.sent)
            answer = await _read(reader)
        except BaseException:
            writer.close()  # what still comes belongs to this request
            raise
        self._idle.append((time.monotonic(), reader, writer))
        return answer

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while self._idle and self._idle[0][0] < time.monotonic() - _IDLE_SECONDS:
            self._idle.popleft()[2].close()
        if self._idle:
            return self._idle.pop()[1:]
        return await asyncio.open_connection("127.0.0.1", self._port)


async def _read(reader: asyncio.StreamReader) -> Answer:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    found = head.partition(b"content-length: ")[2].split(b"\r\n", 1)[0]
    body = await reader.readexactly(int(found or b"0"))
    return Answer(int(head[9:12]), head, body, time.monotonic_ns())


def judge(ask: Ask, answer: Answer) -> tuple[Verdict, str]:
    """The verdict, and what is wrong."""
    if answer.status in _BUSY and answer.header("retry-after"):
        return "refused", ""
    if answer.status != ask.status:
        return "wrong", f"{answer.status} {answer.body[:200]!r}"
    with suppress(KeyError, ValueError, IndexError):
        why = ask.judge(answer)
        return ("wrong", why) if why else ("right", "")
    return "wrong", f"not understood: {answer.body[:200]!r}"

"""The slots of readers: each holds a session, and so a connection to the database."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

from fastapi import Request
from fastapi.concurrency import run_in_threadpool

from app.platform.errors import Busy

T = TypeVar("T")
_RETRY_SECONDS = 2


class ReaderSlots:
    """So many requests hold a session at the same time; the others wait in order, for `wait_seconds` at most. Used in
    an `async with` block, which raises Busy."""

    def __init__(self, number: int, clock: Callable[[], float] = time.monotonic, *, wait_seconds: float = 15) -> None:
        self._free, self._clock, self._most_seconds = asyncio.Semaphore(number), clock, wait_seconds
        self._waiting: dict[object, float] = {}

    async def __aenter__(self) -> None:
        ticket = object()
        self._waiting[ticket] = self._clock()
        try:
            async with asyncio.timeout(self._most_seconds):
                await self._free.acquire()
        except TimeoutError:
            raise Busy("The database takes too long; try again in a moment.", retry_after=_RETRY_SECONDS) from None
        finally:
            del self._waiting[ticket]

    async def __aexit__(self, *_: object) -> None:
        self._free.release()

    def wait_seconds(self) -> float:
        """For how long the first of those that wait has waited; 0 if nobody does."""
        now = self._clock()
        return now - next(iter(self._waiting.values()), now)


async def in_reader_slot(request: Request, work: Callable[[], T]) -> T:
    """Run reading work in a thread and in a reader's slot, for a route that waits for the writers' turn later."""
    async with request.app.state.reader_slots:
        return await run_in_threadpool(work)

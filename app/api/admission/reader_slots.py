"""The slots of readers: each holds a session, and so a connection to the database. A center that cannot keep up says so
at once, instead of answering everybody too late (decision 0103).

Requests wait in two places: for the event loop, and for a slot. While either wait has been too long, new requests are
answered 503 `busy` before anything is done for them; those that wait go on waiting, for a while.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import TypeVar

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from starlette.datastructures import State

from app.platform.errors import Busy

T = TypeVar("T")
_RETRY_SECONDS = 2
_BELOW, _NEVER = ("/api/v1/", "/oauth2/"), "/oauth2/jwks"
"""What may be refused. What brokers ask has limits of its own; the keys are asked for by whoever verifies a token."""
_LONGEST_SECONDS = 2.0
"""A wait for a place that is longer refuses newcomers."""
_LATE_SECONDS = 0.25
"""When the event loop is late by more, each of a request's steps is. It counts if it lasts: one long step does not."""
_TICK_SECONDS, _TICKS = 0.1, 20


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


class LoopLateness:
    """The least lateness of the event loop in its last twenty ticks. It is watched from the first question on."""

    def __init__(self, tick_seconds: float = _TICK_SECONDS) -> None:
        self._tick_seconds = tick_seconds
        self._late: deque[float] = deque([0.0], maxlen=_TICKS)
        self._loop: asyncio.AbstractEventLoop | None = None

    def seconds(self) -> float:
        """The least lateness of these ticks. Called in the event loop."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._loop = loop
            self._late.clear()
            self._late.append(0.0)
            self._watch(loop)
        return min(self._late)

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        due = loop.time() + self._tick_seconds

        def tick() -> None:
            self._late.append(loop.time() - due)
            self._watch(loop)

        loop.call_at(due, tick)


class BackPressure:
    """Decides whether a new request is served. `state`: of the application, with its slots for readers."""

    def __init__(self, state: State) -> None:
        self._state, self._loop = state, LoopLateness()

    def refuses(self, path: str) -> bool:
        """True when the request is too much now."""
        if path == _NEVER or not path.startswith(_BELOW):
            return False
        slots: ReaderSlots = self._state.reader_slots
        return self._loop.seconds() > _LATE_SECONDS or slots.wait_seconds() > _LONGEST_SECONDS

"""Waits for what others write into the database, without a thread or connection for each waiting request.

One task per process reads for all of them. Commits of this process wake it; for other instances it reads every
`poll_seconds`. It runs while anybody waits.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from sqlalchemy.orm import Session

from app.platform.database import Database
from app.platform.errors import Busy

K = TypeVar("K")
V = TypeVar("V")
Read = Callable[[Session, Collection[K]], Mapping[K, V]]


class Watch(Generic[K, V]):
    """`read` returns the value of every key; `most`: how many may wait at the same time."""

    def __init__(self, database: Database, read: Read[K, V], *, most: int = 2000, poll_seconds: float = 0.2) -> None:
        self._database, self._read_values = database, read
        self._most, self._poll_seconds = most, poll_seconds
        self._waiting: Counter[K] = Counter()
        self._changed = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._round: asyncio.Future[Mapping[K, V]] | None = None
        self._task: asyncio.Task[None] | None = None
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="watch")

    def wake(self) -> None:
        """Tell that something was committed. Callable from any thread; never blocks."""
        if self._loop is not None and self._waiting:
            with contextlib.suppress(RuntimeError):  # the loop may have been closed just now
                self._loop.call_soon_threadsafe(self._changed.set)

    async def follow(self, key: K) -> AsyncGenerator[V, None]:
        """Yields the value now and after each reading; use it in `aclosing`. Raises Busy, and what reading raises."""
        if self._waiting.total() >= self._most:
            raise Busy("Too many are waiting already.", retry_after=2)
        self._waiting[key] += 1
        self._start()
        try:
            while self._round is not None:
                # Shielded: when this request is cancelled, others still wait for the same reading.
                values = await asyncio.shield(self._round)
                if key in values:  # missing if the reading had begun before this request came
                    yield values[key]
        finally:
            self._waiting[key] -= 1
            self._waiting += Counter()  # keeps only what is above zero

    def _start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._changed.set()
        if self._task is None or self._task.done():
            self._round = self._loop.create_future()
            self._task = self._loop.create_task(self._serve(self._loop))

    async def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting:
            self._changed.clear()
            reading = loop.run_in_executor(self._reader, self._read, list(self._waiting))
            await asyncio.wait([reading])
            self._end_round(reading)
            self._round = loop.create_future()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._poll_seconds):
                    await self._changed.wait()

    def _end_round(self, reading: "asyncio.Future[Mapping[K, V]]") -> None:
        if self._round is None:
            return
        if error := reading.exception():
            self._round.set_exception(error)
            self._round.exception()  # marks it as retrieved, even if nobody waits any more
        else:
            self._round.set_result(reading.result())

    def _read(self, keys: Collection[K]) -> Mapping[K, V]:
        with self._database.reading() as session:
            return self._read_values(session, keys)

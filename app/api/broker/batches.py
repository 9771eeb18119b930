"""Requests that arrive together share one transaction (decision 0046).

One batch at a time is processed, in its own thread; requests that arrive meanwhile, or in the pause after it, form the
next one. After a quiet time nothing waits for a batch to grow: a single request is processed at once.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from app.platform.errors import Busy

Q = TypeVar("Q")
A = TypeVar("A")
Work = Callable[[Sequence[Q]], Sequence[A | Exception]]

LARGEST = 200
"""Limited, as databases limit the number of bound values, and nobody should wait for a thousand others."""


class Batches(Generic[Q, A]):
    """`work` returns, in order, a value or an exception for each request of a batch. If it raises, all of the batch get
    the exception. `most`: how many may wait; `pause`: seconds between two batches, asked after each."""

    def __init__(
        self, work: Work[Q, A], *, name: str, most: int = 2000, pause: Callable[[], float] = lambda: 0
    ) -> None:
        self._work, self._most, self._pause = work, most, pause
        self._waiting: deque[tuple[Q, asyncio.Future[A]]] = deque()
        self._task: asyncio.Task[None] | None = None
        self._worker = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def ask(self, question: Q) -> A:
        """The answer. A request is processed even if its client has gone. Raises Busy, and the exception from
        `work`."""
        if len(self._waiting) >= self._most:
            raise Busy("Too many are waiting already.", retry_after=2)
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[A] = loop.create_future()
        self._waiting.append((question, answered))
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._serve(loop))
        return await answered

    async def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(LARGEST, len(self._waiting)))]
            questions = [question for question, _ in batch]
            working = loop.run_in_executor(self._worker, self._work, questions)
            await asyncio.wait([working])
            failed = working.exception()
            answers: Sequence[A | BaseException] = [failed] * len(batch) if failed else working.result()
            for (_, answered), answer in zip(batch, answers, strict=True):
                _tell(answered, answer)
            await asyncio.sleep(self._pause())


def _tell(answered: "asyncio.Future[A]", answer: A | BaseException) -> None:
    if answered.done():  # the client has gone
        return
    if isinstance(answer, BaseException):
        answered.set_exception(answer)
    else:
        answered.set_result(answer)

"""Requests that wait at one moment are read together, with the same few statements, as thousands of programs may begin
at once."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from fastapi import Request
from sqlalchemy.orm import Session

from app.api.admission.reader_slots import in_reader_slot
from app.platform.database import Database

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
_MOST = 200


class ReadTogether(Generic[Asked, Answer]):
    """For one application. `read`: gives an answer for each of these requests, in their order."""

    def __init__(self, database: Database, read: Callable[[Session, Sequence[Asked]], Sequence[Answer]]) -> None:
        self._database, self._read, self._turn = database, read, asyncio.Lock()
        self._waiting: list[tuple[Asked, asyncio.Future[Answer | None]]] = []

    async def answer(self, request: Request, asked: Asked) -> Answer | None:
        """What was read after this call began. None when reading failed: the usual way says why."""
        mine: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((asked, mine))
        async with self._turn:  # those who come meanwhile are read together by the next of them
            while not mine.done():  # cancelled requests may wait before it
                await self._read_first(request)
        return mine.result()

    async def _read_first(self, request: Request) -> None:
        now, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
        answers: Sequence[Answer | None] = ()
        try:
            answers = await in_reader_slot(request, lambda: self._in_session([asked for asked, _ in now]))
        except Exception:  # each of them goes the usual way, which reports it
            answers = ()
        finally:  # also when this request was cancelled
            for (_, future), answer in zip(now, [*answers, *[None] * len(now)], strict=False):
                if not future.done():
                    future.set_result(answer)

    def _in_session(self, asked: Sequence[Asked]) -> Sequence[Answer]:
        with self._database.reading() as session:
            return self._read(session, asked)

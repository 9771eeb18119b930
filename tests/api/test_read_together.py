"""Requests that are read together do not depend on each other's end."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.api import read_together
from app.api.read_together import ReadTogether
from app.platform.database import Database


async def _at_once(_request: object, work: Callable[[], Any]) -> Any:
    await asyncio.sleep(0)
    return work()


def _same(_session: Session, asked: Sequence[int]) -> Sequence[int]:
    return asked


async def _after_many_cancelled(together: ReadTogether[int, int]) -> list[Any]:
    request: Any = None
    first = asyncio.create_task(together.answer(request, 0))
    await asyncio.sleep(0)
    others = [asyncio.create_task(together.answer(request, number)) for number in range(1, 500)]
    last = asyncio.create_task(together.answer(request, 500))
    await asyncio.sleep(0)
    for other in others:
        other.cancel()
    return list(await asyncio.gather(first, last))


def test_who_waits_behind_many_that_were_cancelled_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_together, "in_reader_slot", _at_once)
    database = Database("sqlite://")
    assert asyncio.run(_after_many_cancelled(ReadTogether(database, _same))) == [0, 500]
    database.close()

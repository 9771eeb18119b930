"""Questions that arrive together are answered together; an error reaches only its caller."""

import asyncio
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from app.api.broker import batches
from app.api.broker.batches import Batches
from app.platform.errors import Busy


@dataclass
class Doubling:
    """Doubles each number; a negative one is an error, 0 breaks the batch. Waits for `may`."""

    may: threading.Event = field(default_factory=threading.Event)
    seen: list[list[int]] = field(default_factory=list)

    def __call__(self, numbers: Sequence[int]) -> list[int | Exception]:
        self.seen.append(list(numbers))
        assert self.may.wait(30)
        if 0 in numbers:
            raise ZeroDivisionError
        return [ValueError("negative") if number < 0 else 2 * number for number in numbers]


async def _start_questions(
    doubling: Doubling, queue: Batches[int, int], first: int, *others: int
) -> "list[asyncio.Task[int]]":
    """Tasks: `first` is being answered, the others wait."""
    tasks = [asyncio.create_task(queue.ask(first))]
    while not doubling.seen:
        await asyncio.sleep(0.001)
    tasks += [asyncio.create_task(queue.ask(number)) for number in others]
    await asyncio.sleep(0)
    return tasks


def test_questions_that_arrive_meanwhile_are_the_next_batch() -> None:
    doubling = Doubling()

    async def all_of_them() -> list[int]:
        tasks = await _start_questions(doubling, Batches(doubling, name="test"), 1, 2, 3, 4)
        doubling.may.set()
        return await asyncio.gather(*tasks)

    assert asyncio.run(all_of_them()) == [2, 4, 6, 8]
    assert doubling.seen == [[1], [2, 3, 4]]


def test_questions_of_the_pause_after_a_batch_are_the_next_one() -> None:
    doubling = Doubling()
    doubling.may.set()

    async def all_of_them() -> list[int]:
        queue = Batches(doubling, name="test", pause=lambda: 1)
        first = await queue.ask(1)
        second = asyncio.create_task(queue.ask(2))
        for _ in range(5):
            await asyncio.sleep(0)
        return [first, *await asyncio.gather(second, queue.ask(3))]

    assert asyncio.run(all_of_them()) == [2, 4, 6]
    assert doubling.seen == [[1], [2, 3]], "the first waits for nothing"


def test_an_error_reaches_its_caller_and_a_failed_batch_everybody_in_it() -> None:
    doubling = Doubling()

    async def all_of_them() -> list[int | BaseException]:
        queue = Batches(doubling, name="test")
        tasks = await _start_questions(doubling, queue, 0, 2, -1, 3)
        doubling.may.set()
        first = await asyncio.gather(*tasks, return_exceptions=True)
        return [*first, await queue.ask(5)]

    zero, two, negative, three, five = asyncio.run(all_of_them())
    assert (two, three, five) == (4, 6, 10)
    assert (type(zero), type(negative)) == (ZeroDivisionError, ValueError)
    assert doubling.seen == [[0], [2, -1, 3], [5]]


def test_a_cancelled_question_disturbs_no_other() -> None:
    doubling = Doubling()

    async def all_of_them() -> list[int | BaseException]:
        tasks = await _start_questions(doubling, Batches(doubling, name="test"), 1, 2, 3)
        tasks[0].cancel()
        tasks[1].cancel()
        doubling.may.set()
        return await asyncio.gather(*tasks, return_exceptions=True)

    gone, gone_too, three = asyncio.run(all_of_them())
    assert isinstance(gone, asyncio.CancelledError)
    assert isinstance(gone_too, asyncio.CancelledError)
    assert three == 6
    assert doubling.seen == [[1], [2, 3]], "what was asked is worked on"


def test_too_many_questions_are_refused_as_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    doubling = Doubling()
    monkeypatch.setattr(batches, "LARGEST", 2)

    async def all_of_them() -> list[int | BaseException]:
        tasks = await _start_questions(doubling, Batches(doubling, name="test", most=3), 1, 2, 3, 4, 5)
        doubling.may.set()
        return await asyncio.gather(*tasks, return_exceptions=True)

    *answered, refused = asyncio.run(all_of_them())
    assert answered == [2, 4, 6, 8]
    assert isinstance(refused, Busy)
    assert doubling.seen == [[1], [2, 3], [4]], "and a batch has an end"

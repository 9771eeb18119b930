"""The turn of a request that changes something, and the place of one that reads."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from fastapi import Request
from fastapi.concurrency import run_in_threadpool

from app.api.origin import address_of

T = TypeVar("T")


@asynccontextmanager
async def turn(request: Request) -> AsyncIterator[None]:
    """Hold the writers' turn during the block. Does nothing when the request has it already. Raises Busy."""
    state = request.state
    if getattr(state, "has_turn", False):
        yield
        return
    async with request.app.state.writers.turn(getattr(state, "queue_key", address_of(request))):
        state.has_turn = True
        try:
            yield
        finally:
            state.has_turn = False


async def in_reader_slot(request: Request, work: Callable[[], T]) -> T:
    """Run reading work in a thread and in a reader's place, for a route that waits for the writers' turn later."""
    async with request.app.state.reader_slots:
        return await run_in_threadpool(work)


async def in_turn(request: Request, work: Callable[[], T]) -> T:
    """Run work that takes the writers' lock in a thread and with the writers' turn. It needs no reader's place."""
    async with turn(request):
        return await run_in_threadpool(work)

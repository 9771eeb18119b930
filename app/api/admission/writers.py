"""Writers queue here for their turn, without a thread, a connection or a reader's slot.

Changes run one after the other anyway (decision 0003): more of them would only wait for the same row inside the
database. Turns alternate between people, so that one user's hundred changes do not delay another user's single one.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from fastapi import Request
from fastapi.concurrency import run_in_threadpool

from app.api.admission.fair_queue import FairQueue, Source
from app.api.origin import address_of
from app.platform.errors import Busy

T = TypeVar("T")
_RETRY_SECONDS = 2


class Writers(FairQueue):
    """One writer at a time in this process. `each`: how many changes of one person may wait, for `wait_seconds` at
    most. For use in one event loop."""

    def __init__(self, *, each: int = 100, wait_seconds: float = 15) -> None:
        super().__init__(1, each, wait_seconds)

    @property
    def busy(self) -> bool:
        """True while somebody has the turn."""
        return not self.free_places

    def _make_room(self, source: Source, _user: str, /) -> None:
        if self._waiting[source] >= self._max_waiting:
            raise _busy("You have too many changes waiting at once; send them one after the other.")

    def _too_late(self, _source: Source, /) -> Busy:
        return _busy("Others are changing something; try again in a moment.")


def _busy(detail: str) -> Busy:
    return Busy(detail, retry_after=_RETRY_SECONDS)


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


async def in_turn(request: Request, work: Callable[[], T]) -> T:
    """Run work that takes the writers' lock in a thread and with the writers' turn. It needs no reader's slot."""
    async with turn(request):
        return await run_in_threadpool(work)

"""Who changes something waits here for its turn, without a thread, a connection or a place of those who read.

Changes are made one after the other anyway (decision 0003): more than one at a time would only wait inside the database
for the same row. Turns go round between people, so that nobody's hundred changes come before somebody else's one.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.errors import Busy

_RETRY_SECONDS = 2


class Writers:
    """One writes at a time in this process; `each` of one person may wait, for `wait_seconds`. For one event loop."""

    def __init__(self, *, each: int = 100, wait_seconds: float = 15) -> None:
        self._each, self._wait_seconds = each, wait_seconds
        self.busy = False
        """Somebody has the turn."""
        self._waiting: OrderedDict[object, deque[asyncio.Future[None]]] = OrderedDict()
        """Whose turn comes first stands first."""

    @property
    def waiting(self) -> list[object]:
        """Whose changes wait, each as often as it has some."""
        return [whose for whose, own in self._waiting.items() for _ in own]

    @asynccontextmanager
    async def turn(self, whose: object) -> AsyncIterator[None]:
        """The block has the turn. Raises Busy when too many of the same person wait, or the wait takes too long."""
        if self.busy:
            await self._queue(whose)
        self.busy = True
        try:
            yield
        finally:
            self._next()

    async def _queue(self, whose: object) -> None:
        own = self._waiting.setdefault(whose, deque())
        if len(own) >= self._each:
            raise _busy("You have too many changes waiting at once; send them one after the other.")
        mine = asyncio.get_running_loop().create_future()
        own.append(mine)
        try:
            async with asyncio.timeout(self._wait_seconds):
                await mine
        except TimeoutError:
            self._leave(whose, mine)
            raise _busy("Others are changing something; try again in a moment.") from None
        except BaseException:
            self._leave(whose, mine)
            raise

    def _leave(self, whose: object, mine: "asyncio.Future[None]") -> None:
        """Whoever goes while the turn is handed over passes it on."""
        if mine.done() and not mine.cancelled():
            self._next()
        elif mine in (own := self._waiting.get(whose, deque())):
            own.remove(mine)
            if not own:
                del self._waiting[whose]

    def _next(self) -> None:
        """Hand the turn over: to the next person, who then stands last."""
        while self._waiting:
            whose, own = self._waiting.popitem(last=False)
            first = own.popleft()
            if own:
                self._waiting[whose] = own
            if not first.done():
                first.set_result(None)
                return  # the turn stays taken: nobody who comes now goes before
        self.busy = False


def _busy(detail: str) -> Busy:
    return Busy(detail, retry_after=_RETRY_SECONDS)

"""Writers queue here for their turn, without a thread, a connection or a reader's place.

Changes run one after the other anyway (decision 0003): more of them would only wait for the same row inside the
database. Turns alternate between people, so that one user's hundred changes do not delay another user's single one.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.errors import Busy

_RETRY_SECONDS = 2


class Writers:
    """One writer at a time in this process. `each`: how many changes of one person may wait, for `wait_seconds` at
    most. For use in one event loop."""

    def __init__(self, *, each: int = 100, wait_seconds: float = 15) -> None:
        self._each, self._wait_seconds = each, wait_seconds
        self.busy = False
        """True while somebody has the turn."""
        self._waiting: OrderedDict[object, deque[asyncio.Future[None]]] = OrderedDict()
        """Person → waiting changes; the person whose turn is next comes first."""

    @property
    def waiting(self) -> list[object]:
        """The waiting people, each as often as changes of theirs wait."""
        return [whose for whose, own in self._waiting.items() for _ in own]

    @asynccontextmanager
    async def turn(self, whose: object) -> AsyncIterator[None]:
        """Hold the turn during the block. Raises Busy when too many changes of the person wait, or after waiting too
        long."""
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
        """Leave the queue. If the turn was just handed to this change, pass it on."""
        if mine.done() and not mine.cancelled():
            self._next()
        elif mine in (own := self._waiting.get(whose, deque())):
            own.remove(mine)
            if not own:
                del self._waiting[whose]

    def _next(self) -> None:
        """Hand the turn to the next person, who then goes to the end of the queue."""
        while self._waiting:
            whose, own = self._waiting.popitem(last=False)
            first = own.popleft()
            if own:
                self._waiting[whose] = own
            if not first.done():
                first.set_result(None)
                return  # the turn stays taken, so that nobody who comes now overtakes
        self.busy = False


def _busy(detail: str) -> Busy:
    return Busy(detail, retry_after=_RETRY_SECONDS)

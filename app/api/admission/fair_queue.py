"""A queue in the event loop, fair between sources, and between the users of a source (decision 0082).

Who waits here holds no thread and no connection, so however many wait, other requests are not slowed down by them. Each
source gets a place in turn. When the queue is full, the newest request of whoever waits most often is refused, so that
a flood refuses itself.
"""

import asyncio
import math
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from app.platform.errors import Busy

_Waiter = asyncio.Future[None]
Source = int | str
"""Where requests come from that share a turn: a cluster, a network, a main account."""
_LEAST_SECONDS, _MOST_SECONDS = 2, 60
_REMEMBERED, _REMEMBERED_SECONDS = 100, 30
_MOST_SOURCES = 10_000


class FairQueue:
    """`places` run at a time, `max_waiting` wait, each for `seconds` at most. Used in one event loop.
    `note_refused`: called for each that is refused."""

    def __init__(
        self, places: int, max_waiting: int, seconds: float = 5.0, note_refused: Callable[[], None] = lambda: None
    ) -> None:
        self.free_places = places
        """Places that nobody holds now."""
        self._max_waiting, self._seconds, self._note_refused = max_waiting, seconds, note_refused
        self._queues: OrderedDict[Source, OrderedDict[str, deque[_Waiter]]] = OrderedDict()
        self._waiting: Counter[Source] = Counter()
        """Source → how many wait. In `_queues` the next source, and its next user, stand first."""
        self._returns = ReturnTimes(places)

    @property
    def waiting(self) -> int:
        """How many wait. May be read in any thread."""
        return self._waiting.total()

    @asynccontextmanager
    async def turn(self, source: Source, user: str = "") -> AsyncIterator[None]:
        """Hold a place during the block. Raises Busy when too many wait, or after waiting too long."""
        if self.free_places and not self._queues:
            self.free_places -= 1
        else:
            await self._wait(source, user)
        try:
            yield
        finally:
            self._returns.note_served()
            self._pass_on()

    async def _wait(self, source: Source, user: str) -> None:
        self._make_room(source, user)
        waiter = asyncio.get_running_loop().create_future()
        self._queues.setdefault(source, OrderedDict()).setdefault(user, deque()).append(waiter)
        self._waiting[source] += 1
        self._give_free_places()
        try:
            async with asyncio.timeout(self._seconds):
                await waiter
        except TimeoutError:
            self._give_up(source, user, waiter)
            raise self._too_late(source) from None
        except asyncio.CancelledError:  # the client has disconnected
            self._give_up(source, user, waiter)
            raise

    def _give_up(self, source: Source, user: str, waiter: _Waiter) -> None:
        users = self._queues.get(source)
        if users is not None and waiter in users.get(user, ()):
            self._take_out(source, user, waiter)
        elif waiter.done() and not waiter.cancelled() and waiter.exception() is None:
            self._pass_on()  # the place came at the same moment

    def _pass_on(self) -> None:
        self.free_places += 1
        self._give_free_places()

    def _give_free_places(self) -> None:
        while self.free_places and self._queues:
            source, users = next(iter(self._queues.items()))
            user, waiters = next(iter(users.items()))
            waiter = waiters[0]
            self._queues.move_to_end(source)
            users.move_to_end(user)
            self._take_out(source, user, waiter)
            if not waiter.done():
                self.free_places -= 1
                waiter.set_result(None)

    def _make_room(self, source: Source, user: str, /) -> None:
        """Raises Busy when the request may not wait."""
        if self.waiting >= self._max_waiting:
            self._refuse_the_greediest(source, user)

    def _too_late(self, source: Source, /) -> Busy:
        return self._busy(source)

    def _refuse_the_greediest(self, source: Source, user: str) -> None:
        """Make room for the new request, or raise Busy when it is one of those who wait most often."""
        greedy, most = self._waiting.most_common(1)[0]
        if greedy != source and most <= self._waiting[source] + 1:
            raise self._busy(source)
        users = self._queues[greedy]
        greedy_user = max(users, key=lambda user: len(users[user]))
        if greedy == source and len(users[greedy_user]) <= len(users.get(user, ())) + 1:
            raise self._busy(source)
        last = users[greedy_user][-1]
        self._take_out(greedy, greedy_user, last)
        if not last.done():
            last.set_exception(self._busy(greedy))

    def _take_out(self, source: Source, user: str, waiter: _Waiter) -> None:
        users = self._queues[source]
        users[user].remove(waiter)
        if not users[user]:
            del users[user]
        if not users:
            del self._queues[source]
        self._waiting[source] -= 1
        if not self._waiting[source]:
            del self._waiting[source]

    def _busy(self, source: Source) -> Busy:
        self._note_refused()
        seconds = self._returns.seconds(str(source), len(self._queues.keys() | {source}))
        return Busy(f"Too many sign-ins at once; try again in {seconds} s.", retry_after=seconds)


class ReturnTimes:
    """When refused requests of one queue with so many places shall come back: one after the other, as fast as others
    are served. Told the same time, they would all come back at once, be refused again, and keep the process busy with
    refusing. Each source has a row of its own, so that a flood makes nobody else wait."""

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._places, self._clock = places, clock
        self._served: deque[float] = deque(maxlen=_REMEMBERED)
        self._last: dict[str, float] = {}
        """Source → when the one that was refused last shall come."""

    def note_served(self) -> None:
        """A place became free."""
        self._served.append(self._clock())

    def seconds(self, source: str, sources: int) -> int:
        """After how many seconds a refused request of this source shall come back. `sources`: how many share the
        places."""
        now = self._clock()
        if len(self._last) > _MOST_SOURCES:
            self._last.clear()
        at = max(now + _LEAST_SECONDS, self._last.get(source, 0.0) + sources / self._per_second(now))
        if at > now + _MOST_SECONDS:
            at = now + _LEAST_SECONDS  # as many again in the same minute, still evenly
        self._last[source] = at
        return math.ceil(at - now)

    def _per_second(self, now: float) -> float:
        """One for each place at least, as nothing may have been served yet."""
        while self._served and self._served[0] < now - _REMEMBERED_SECONDS:
            self._served.popleft()
        passed = now - self._served[0] if self._served else 0.0
        return max(self._places, 1, len(self._served) / passed if passed else 0.0)

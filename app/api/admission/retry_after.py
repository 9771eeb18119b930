"""When refused requests shall come back: one after the other, as fast as others are served.

Told the same time, they would all come back at once, be refused again, and keep the process busy with refusing.
"""

import math
import time
from collections import deque
from collections.abc import Callable

_LEAST_SECONDS, _MOST_SECONDS = 2, 60
_REMEMBERED, _REMEMBERED_SECONDS = 100, 30
_MOST_SOURCES = 10_000


class ReturnTimes:
    """Times for one queue with so many places. Each source has a row of its own, so that a flood makes nobody else
    wait."""

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

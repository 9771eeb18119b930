"""What was worked out from one state of the database, kept until the state is another one.

The state is the revision, with the epoch and the mark of the trail's newest entry: what rights consist of changes with
an entry of the trail only, as brokers rely on too. Each transaction reads the state for itself, beside whatever else it
reads, so that several processes may share a database, and one restored from a back-up is not taken for another. Time
decides nothing here: windows are judged with what is kept, at each question. Not cachetools: bounded by entries and by
rows at once.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")
_MOST, _MOST_ROWS, _LARGEST = 10_000, 200_000, 20_000


class NotKept(LookupError):
    """It was not worked out in this state, or is kept no longer."""


class Derived:
    """Of one process and one database; bounded, thread-safe. Nothing secret goes in, and nothing that is changed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state: Hashable = None
        self._kept: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._rows = 0

    def get(self, state: Hashable, key: Hashable, make: Callable[[], T], rows: Callable[[T], int]) -> T:
        """What `make` answers in this state. `rows`: how many it holds; one with too many is not kept.

        Two that ask at once may both make it.
        """
        try:
            found: T = self.kept(state, key)
            return found
        except NotKept:
            made = make()
        with self._lock:
            self._keep(state, key, made, rows(made))
        return made

    def kept(self, state: Hashable, key: Hashable) -> Any:
        """The same, only if it was worked out already. Raises NotKept."""
        with self._lock:
            found = self._kept.get(key) if state == self._state else None
            if found is None:
                raise NotKept
            self._kept.move_to_end(key)
            return found[0]

    @property
    def state(self) -> Hashable:
        """Of what is kept; the newest one may be another by now."""
        return self._state

    def move(self, before: Hashable, after: Hashable, stays: Callable[[Hashable], bool]) -> None:
        """A change led from one state to the next: of what is kept of the first, that whose key `stays` holds in the
        second. What is kept of any older one goes, so that nobody relies on it further."""
        with self._lock:
            if self._state == after:
                return
            kept = self._kept if self._state == before else {}
            self._state = after
            self._kept = OrderedDict((key, one) for key, one in kept.items() if stays(key))
            self._rows = sum(rows for _, rows in self._kept.values())

    def _keep(self, state: Hashable, key: Hashable, made: object, rows: int) -> None:
        if state != self._state:
            self._state, self._rows = state, 0
            self._kept.clear()
        if rows > _LARGEST or key in self._kept:
            return
        self._kept[key] = made, rows
        self._rows += rows
        while len(self._kept) > _MOST or self._rows > _MOST_ROWS:
            _, (_, gone) = self._kept.popitem(last=False)
            self._rows -= gone

"""A cache of values that were computed from one state of the database, valid until the state changes.

The state is the revision with its epoch and the mark of the newest entry of the audit log. Rights change only with an
entry of the audit log; brokers rely on that too. Each transaction reads the state itself, so several processes may
share a database, and a restored back-up is not mistaken for the former state. Cached values do not depend on the time:
windows are checked at each question. Not cachetools: the cache is bounded by entries and by rows.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")
_MOST, _MOST_ROWS, _LARGEST = 10_000, 200_000, 20_000


class CacheMiss(LookupError):
    """The value was not computed in this state, or was dropped from the cache."""


class Derived:
    """The cache of one process for one database; limited in size, thread-safe. Values must hold no secrets and must not
    be changed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state: Hashable = None
        self._kept: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._rows = 0

    def get(self, state: Hashable, key: Hashable, make: Callable[[], T], rows: Callable[[T], int]) -> T:
        """The value of `make` in this state, cached. `rows`: its size; too large values are not cached.

        Two simultaneous callers may both compute it.
        """
        try:
            found: T = self.kept(state, key)
            return found
        except CacheMiss:
            value = make()
        with self._lock:
            self._keep(state, key, value, rows(value))
        return value

    def kept(self, state: Hashable, key: Hashable) -> Any:
        """The cached value. Raises CacheMiss when there is none."""
        with self._lock:
            found = self._kept.get(key) if state == self._state else None
            if found is None:
                raise CacheMiss
            self._kept.move_to_end(key)
            return found[0]

    @property
    def state(self) -> Hashable:
        """The state of the cached values; the database may be at a newer one."""
        return self._state

    def move(self, before: Hashable, after: Hashable, is_kept: Callable[[Hashable], bool]) -> None:
        """Go from one state to the next after a change: values whose key satisfies `is_kept` remain valid, others are
        dropped, and so are values of an older state."""
        with self._lock:
            if self._state == after:
                return
            values = self._kept if self._state == before else {}
            self._state = after
            self._kept = OrderedDict((key, value) for key, value in values.items() if is_kept(key))
            self._rows = sum(rows for _, rows in self._kept.values())

    def _keep(self, state: Hashable, key: Hashable, value: object, rows: int) -> None:
        if state != self._state:
            self._state, self._rows = state, 0
            self._kept.clear()
        if rows > _LARGEST or key in self._kept:
            return
        self._kept[key] = value, rows
        self._rows += rows
        while len(self._kept) > _MOST or self._rows > _MOST_ROWS:
            _, (_, gone) = self._kept.popitem(last=False)
            self._rows -= gone

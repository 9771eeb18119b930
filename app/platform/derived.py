"""A cache of values that were computed from one state of the database, and follow it from state to state.

The state is the revision with its epoch and the mark of the newest entry of the audit log. Rights change only with an
entry of the audit log; brokers rely on that too. Each value names its subjects; what changes touches some of these, and
only values about them are dropped (decision 0111). Each transaction reads the state itself, so several processes may
share a database, and a restored back-up is not mistaken for the former state. Cached values do not depend on the time:
windows are checked at each question. Not cachetools: the cache is bounded by the rows of all kinds of values together.
"""

import threading
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Collection, Hashable
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
Key = tuple[Hashable, ...]
_MOST_ROWS, _LARGEST = 200_000, 20_000


class CacheMiss(LookupError):
    """The value was not computed in this state, or was dropped from the cache."""


class _CachedValue(NamedTuple):
    value: Any
    size: int
    subjects: Collection[Hashable]


class Derived:
    """The cache of one process for one database; limited in size, thread-safe. Values must hold no secrets and must not
    be changed. The first part of a key is the kind of its value: of the kind that takes most room, the value that was
    not used for longest goes first. So who asks a million questions pushes out no tokens."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state: Hashable = None
        self._kept: defaultdict[Hashable, OrderedDict[Key, _CachedValue]] = defaultdict(OrderedDict)
        self._about: defaultdict[Hashable, set[Key]] = defaultdict(set)
        """Subject → keys of the values about it."""
        self._rows: Counter[Hashable] = Counter()

    @property
    def state(self) -> Hashable:
        """The state of the cached values; the database may be at a newer one."""
        return self._state

    def get(
        self,
        state: Hashable,
        key: Key,
        make: Callable[[], T],
        rows: Callable[[T], int],
        subjects: Callable[[T], Collection[Hashable]],
    ) -> T:
        """The value of `make` in this state, cached. `rows`: its size; too large values are not cached. `subjects`:
        what it depends on.

        Two simultaneous callers may both compute it.
        """
        try:
            found: T = self.kept(state, key)
        except CacheMiss:
            found = make()
            self.keep(state, key, found, rows(found), subjects(found))
        return found

    def kept(self, state: Hashable, key: Key) -> Any:
        """The cached value. Raises CacheMiss when there is none."""
        with self._lock:
            of_kind = self._kept[key[0]]
            found = of_kind.get(key) if state == self._state else None
            if found is None:
                raise CacheMiss
            of_kind.move_to_end(key)
            return found.value

    def keep(self, state: Hashable, key: Key, value: object, rows: int, subjects: Collection[Hashable]) -> None:
        """Cache a value that was computed in this state, unless the cache is at another one. Each subject takes the
        memory of a row: a question about invented names has more than a hundred."""
        size = rows + len(subjects)
        with self._lock:
            if state != self._state or size > _LARGEST:
                return
            self._drop(key)
            self._kept[key[0]][key] = _CachedValue(value, size, subjects)
            self._rows[key[0]] += size
            for subject in subjects:
                self._about[subject].add(key)
            while self._rows.total() > _MOST_ROWS:
                largest = max(self._rows, key=self._rows.__getitem__)
                self._drop(next(iter(self._kept[largest])))

    def move(self, before: Hashable, after: Hashable, touched: Collection[Hashable] | None) -> None:
        """Go from one state to a later one: values about what was touched are dropped; None: all. Nothing happens when
        another thread has gone on from `before`."""
        with self._lock:
            if self._state != before:
                return
            self._state = after
            if touched is None:
                self._kept.clear()
                self._about.clear()
                self._rows.clear()
                return
            for key in {key for subject in touched for key in self._about.get(subject, ())}:
                self._drop(key)

    def _drop(self, key: Key) -> None:
        gone = self._kept[key[0]].pop(key, None)
        if gone is None:
            return
        self._rows[key[0]] -= gone.size
        for subject in gone.subjects:
            keys = self._about[subject]
            keys.discard(key)
            if not keys:
                del self._about[subject]

"""How many requests of a kind somebody made in this minute, over all instances (decision 0082).

Each instance counts in memory. Every few seconds, and after each tenth of a limit, it adds what is new to a row that
all share, and reads the others' share; counts that are far from their limit stay in memory. So no request waits for the
database, most minutes write nothing, and a limit is exceeded by a tenth for each other instance, and by what is
admitted while they exchange.
"""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from operator import itemgetter

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.identity.models import RequestCount
from app.identity.secret_format import digest
from app.platform.database import Database, clear_away, slices
from app.platform.errors import TooManyAttempts

_MINUTE_MS = 60_000
_WORTH_SHARING = 10
"""A count is shared from this part of its limit on, and again after as much: ten instances together exceed it twice."""
_MOST_KEYS = 100_000
_KEPT_MINUTES = 5


@dataclass
class _Count:
    mine: int = 0
    shared: int = 0
    """The part of `mine` that the others know."""
    others: int = 0


@dataclass(frozen=True)
class Rate:
    """What is left of a limit. `left`: requests in this minute; `seconds`: until the next one."""

    most: int
    left: int
    seconds: int


class Rates:
    """The counts of one process. Counted in any thread; `exchange` is called regularly from one."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._minute = 0
        self._counts: dict[str, _Count] = {}
        self._limits: dict[str, int] = {}
        self._lock = threading.Lock()
        self.exchange_due = threading.Event()
        """Set when a count should be exchanged before its regular time."""

    def count(self, kind: str, caller: str, limit: int, now: int) -> Rate:
        """Count one request. `limit`: allowed in a minute. Raises TooManyAttempts `rate_limit`."""
        seconds = max(1, (_MINUTE_MS - now % _MINUTE_MS + 999) // 1000)
        with self._lock:
            self._turn_to(now // _MINUTE_MS)
            key = _key(kind, caller)
            if key not in self._counts and len(self._counts) >= _MOST_KEYS:
                key = _key(kind, "")  # all further ones together, so that nobody fills the memory
            count, self._limits[key] = self._counts.setdefault(key, _Count()), limit
            count.mine += 1
            left = limit - count.mine - count.others
            if left >= 0 and (count.mine - count.shared) * _WORTH_SHARING >= limit:
                self.exchange_due.set()
        if left < 0:
            detail = f"Too many requests; try again in {seconds} s."
            raise TooManyAttempts(detail, retry_after=seconds, code="rate_limit")
        return Rate(limit, left, seconds)

    def exchange(self, now: int) -> None:
        """Tell the others what is new, and learn theirs. Refused requests count, too."""
        self.exchange_due.clear()
        with self._lock:
            self._turn_to(now // _MINUTE_MS)
            minute, limits = self._minute, self._limits
            new = {
                key: count.mine - count.shared
                for key, count in self._counts.items()
                if count.mine * _WORTH_SHARING >= limits[key]
            }
        totals = _add_to_shared(self._database, minute, new) if new else {}
        with self._lock:
            if self._minute == minute:
                for key, total in totals.items():
                    count = self._counts[key]
                    count.shared += new[key]
                    count.others = total - count.shared

    def _turn_to(self, minute: int) -> None:
        if minute != self._minute:
            self._minute, self._counts, self._limits = minute, {}, {}


def _add_to_shared(database: Database, minute: int, counts: Mapping[str, int]) -> dict[str, int]:
    """Add to the shared rows, sorted, so that two instances cannot deadlock; returns the totals."""
    totals: dict[str, int] = {}
    for keys in slices(counts):
        for _ in range(2):
            try:
                with database.writing() as session:
                    totals |= _add(session, minute, {key: counts[key] for key in keys})
                break
            except IntegrityError:  # another instance began a row at the same moment
                continue
    with database.writing() as session:
        clear_away(session, select(RequestCount).where(RequestCount.minute < minute - _KEPT_MINUTES))
    return totals


def _add(session: Session, minute: int, counts: Mapping[str, int]) -> dict[str, int]:
    of_these = RequestCount.minute == minute, RequestCount.key.in_(counts)
    there = set(session.scalars(select(RequestCount.key).where(*of_these)))
    new = {key: number for key, number in counts.items() if number}
    if raised := [{"of": key, "in": minute, "more": number} for key, number in new.items() if key in there]:
        session.connection().execute(_RAISE, raised)
    if added := [{"key": key, "minute": minute, "number": new[key]} for key in new.keys() - there]:
        session.execute(insert(RequestCount), sorted(added, key=itemgetter("key")))
    rows = session.execute(select(RequestCount.key, RequestCount.number).where(*of_these))
    return dict.fromkeys(counts, 0) | {key: number for key, number in rows}  # noqa: C416  # rows are no pairs to mypy


_RAISE = (
    update(RequestCount)
    .where(RequestCount.key == bindparam("of"), RequestCount.minute == bindparam("in"))
    .values(number=RequestCount.number + bindparam("more"))
)


def _key(kind: str, who: str) -> str:
    return f"{kind}:{digest(who)[:40]}"

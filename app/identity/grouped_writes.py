"""Small writes of several threads in one transaction, as in a storm of sign-ins each of them is a wait for the disk.

Whoever comes while another one writes is written with all who wait, by the first of them that gets its turn. Nobody
waits for others to come: a single write is done at once.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy.orm import Session

from app.database import Database
from app.errors import UserCenterError

T = TypeVar("T")


@dataclass(frozen=True)
class _Asked:
    order: int
    work: Callable[[Session], Any]
    done: Future[Any] = field(default_factory=Future)


class GroupedWrites:
    """Those of one database in this process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[_Asked] = []
        self._lock, self._turn = threading.Lock(), threading.Lock()

    def write(self, order: int, work: Callable[[Session], T]) -> T:
        """The result of `work` when it is committed. It raises a UserCenterError only before it has changed something,
        and that hinders nobody else. When the transaction fails, each is tried once more, alone.

        `order`: the id of the row that it locks, so that two instances lock rows in the same order.
        """
        mine = _Asked(order, work)
        with self._lock:
            self._waiting.append(mine)
        with self._turn:
            if not mine.done.done():
                self._write_all()
        found: T = mine.done.result()
        return found

    def _write_all(self) -> None:
        with self._lock:
            some, self._waiting = sorted(self._waiting, key=lambda one: one.order), []
        try:
            self._together(some)
        except Exception as error:
            for one in some:
                if len(some) == 1:
                    one.done.set_exception(error)
                else:
                    self._alone(one)

    def _together(self, some: list[_Asked]) -> None:
        found: list[Any] = []
        with self._database.writing() as session:
            found += [_result(one, session) for one in some]
        for one, result in zip(some, found, strict=True):
            if isinstance(result, UserCenterError):
                one.done.set_exception(result)
            else:
                one.done.set_result(result)

    def _alone(self, one: _Asked) -> None:
        try:
            self._together([one])
        except Exception as error:
            one.done.set_exception(error)


def _result(one: _Asked, session: Session) -> Any:
    try:
        return one.work(session)
    except UserCenterError as error:
        return error


_OF: WeakKeyDictionary[Database, GroupedWrites] = WeakKeyDictionary()
_OF_LOCK = threading.Lock()


def of(database: Database) -> GroupedWrites:
    """Those of this database."""
    with _OF_LOCK:
        found = _OF.get(database)
        if found is None:
            found = _OF[database] = GroupedWrites(database)
        return found

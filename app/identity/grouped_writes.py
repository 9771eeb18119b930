"""Small writes of several threads in one transaction: in a storm of sign-ins each transaction waits for the disk.

Writes that come while another one runs are done together, by the first of their threads that gets its turn. No write
waits for others to come: a single one is done at once.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy.orm import Session

from app.platform.database import Database
from app.platform.errors import UserCenterError

T = TypeVar("T")


@dataclass(frozen=True)
class _Write:
    order: int
    work: Callable[[Session], Any]
    done: Future[Any] = field(default_factory=Future)


class GroupedWrites:
    """The grouped writes of one database in this process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[_Write] = []
        self._lock, self._turn = threading.Lock(), threading.Lock()

    def write(self, order: int, work: Callable[[Session], T]) -> T:
        """The result of `work` when it is committed. It raises a UserCenterError only before it has changed something,
        and that hinders nobody else. When the transaction fails, each is tried once more, alone.

        `order`: the id of the row that it locks, so that two instances lock rows in the same order.
        """
        write = _Write(order, work)
        with self._lock:
            self._waiting.append(write)
        with self._turn:
            if not write.done.done():
                self._write_all()
        found: T = write.done.result()
        return found

    def _write_all(self) -> None:
        with self._lock:
            writes, self._waiting = sorted(self._waiting, key=lambda write: write.order), []
        try:
            self._write_together(writes)
        except Exception as error:
            for write in writes:
                if len(writes) == 1:
                    write.done.set_exception(error)
                else:
                    self._write_alone(write)

    def _write_together(self, writes: list[_Write]) -> None:
        """All writes in one transaction. A refusal is the answer to its own write alone."""
        found: list[Any] = []
        with self._database.writing() as session:
            found += [_result(write, session) for write in writes]
        for write, result in zip(writes, found, strict=True):
            if isinstance(result, UserCenterError):
                write.done.set_exception(result)
            else:
                write.done.set_result(result)

    def _write_alone(self, write: _Write) -> None:
        try:
            self._write_together([write])
        except Exception as error:
            write.done.set_exception(error)


def _result(write: _Write, session: Session) -> Any:
    try:
        return write.work(session)
    except UserCenterError as error:
        return error


_OF: WeakKeyDictionary[Database, GroupedWrites] = WeakKeyDictionary()
_OF_LOCK = threading.Lock()


def of(database: Database) -> GroupedWrites:
    """The grouped writes of this database."""
    with _OF_LOCK:
        found = _OF.get(database)
        if found is None:
            found = _OF[database] = GroupedWrites(database)
        return found

"""Where the newest state of the database is, for those who answer from memory what holds in that state.

One thread reads it, with one connection, for all who wait at that moment: an answer was read after it was asked for,
so whoever was told of a change finds it; and a hundred who ask together cost one statement.
"""

import asyncio
import contextlib
import queue
import threading
from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection

from app.database import Database
from app.trail import epochs
from app.trail.epochs import Standing

Waiting = asyncio.Future[Standing]


class ClosedError(Exception):
    """The database was closed meanwhile."""


class NewestState:
    """Of one database. `read` may be awaited in any event loop; its connection goes when the database is closed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._asked: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        database.before_close(self._close)

    async def read(self) -> Standing:
        """The state, read after this was called. Raises ClosedError, and what the database's driver raises."""
        waiting: Waiting = asyncio.get_running_loop().create_future()
        with self._lock:
            if self._thread is None:
                self._asked = queue.SimpleQueue()
                self._thread = threading.Thread(
                    target=self._serve, args=(self._asked,), name="newest state", daemon=True
                )
                self._thread.start()
            self._asked.put(waiting)
        return await waiting

    def _close(self) -> None:
        with self._lock:
            thread, self._thread = self._thread, None
            self._asked.put(None)
        if thread is not None:
            thread.join(5)

    def _serve(self, asked: "queue.SimpleQueue[Waiting | None]") -> None:
        reader, more = _Reader(self._database), True
        while more:
            some, more = _next(asked)
            try:
                found: Standing | Exception = reader.read() if more else ClosedError()
            except Exception as error:
                found = error
            _answer(some, found)
        reader.close()


def _next(asked: "queue.SimpleQueue[Waiting | None]") -> tuple[list[Waiting], bool]:
    """All who wait by now, and whether others may come."""
    found = [asked.get()]
    with contextlib.suppress(queue.Empty):
        while True:
            found.append(asked.get_nowait())
    return [one for one in found if one is not None], None not in found


_OF: WeakKeyDictionary[Database, NewestState] = WeakKeyDictionary()


def of(database: Database) -> NewestState:
    """The one of this database, however many applications stand on it: each takes a connection for itself."""
    found = _OF.get(database)
    if found is None:
        found = _OF[database] = NewestState(database)
    return found


class _Reader:
    """A connection that begins no transactions; made anew once when it was lost."""

    def __init__(self, database: Database) -> None:
        engine = database.engine
        # SQLite's begin none by themselves (app.database).
        options = {} if engine.dialect.name == "sqlite" else {"isolation_level": "AUTOCOMMIT"}
        self._engine = engine.execution_options(**options)
        self._statement = str(epochs.STANDING.compile(engine, compile_kwargs={"literal_binds": True}))
        self._connection: Connection | None = None

    def read(self) -> Standing:
        """The state now."""
        if self._connection is not None:
            with contextlib.suppress(Exception):
                return self._read(self._connection)
            self.close()
        self._connection = self._engine.connect()
        return self._read(self._connection)

    def _read(self, connection: Connection) -> Standing:
        # The driver's own cursor: SQLAlchemy's results cost more than this statement.
        cursor = connection.connection.cursor()
        try:
            cursor.execute(self._statement)
            row: Any = cursor.fetchone()
        finally:
            cursor.close()
        return epochs.standing(row)

    def close(self) -> None:
        """Throw the connection away: nobody else shall get it in whatever state it is."""
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.invalidate()
            self._connection.close()
        self._connection = None


def _answer(waiting: Sequence[Waiting], found: Standing | Exception) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[Waiting]] = defaultdict(list)
    for one in waiting:
        by_loop[one.get_loop()].append(one)
    for loop, theirs in by_loop.items():
        with contextlib.suppress(RuntimeError):  # that event loop has ended, with all who waited there
            loop.call_soon_threadsafe(_tell, theirs, found)


def _tell(waiting: Sequence[Waiting], found: Standing | Exception) -> None:
    for one in waiting:
        if one.done():
            continue  # its request was cancelled
        if isinstance(found, Exception):
            one.set_exception(found)
        else:
            one.set_result(found)

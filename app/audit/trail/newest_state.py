"""Reads the newest state of the database, for requests that are answered from cached values of that state.

One thread with one connection reads for all requests that wait at that moment. The read starts after the request asked,
so a client that was told of a change sees it; and a hundred simultaneous requests cost one statement. After a change it
brings the cached values to the new state.
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

from app.audit.trail import epochs
from app.audit.trail.epochs import StateVersion
from app.platform.database import Database

Waiting = asyncio.Future[StateVersion]


class ClosedError(Exception):
    """The database was closed while waiting."""


class NewestState:
    """Reads for one database. `read` may be awaited in any event loop; the connection ends with the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._asked: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        database.before_close(self._close)

    async def read(self) -> StateVersion:
        """The state, read after this call. Raises ClosedError, and whatever the database driver raises."""
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

    def _serve(self, requests: "queue.SimpleQueue[Waiting | None]") -> None:
        """The thread: one reading answers all requests that came in before it."""
        reader, more = _StateReader(self._database), True
        while more:
            waiting, more = _next(requests)
            try:
                found: StateVersion | Exception = reader.read() if more else ClosedError()
            except Exception as error:
                found = error
            _answer(waiting, found)
        reader.close()


def _next(requests: "queue.SimpleQueue[Waiting | None]") -> tuple[list[Waiting], bool]:
    """All that are waiting now, and False when the reader has to stop."""
    found = [requests.get()]
    with contextlib.suppress(queue.Empty):
        while True:
            found.append(requests.get_nowait())
    return [request for request in found if request is not None], None not in found


_OF: WeakKeyDictionary[Database, NewestState] = WeakKeyDictionary()


def of(database: Database) -> NewestState:
    """The reader of this database. All applications on it share one, as each reader takes a connection."""
    found = _OF.get(database)
    if found is None:
        found = _OF[database] = NewestState(database)
    return found


class _StateReader:
    """A connection without transactions. A lost connection is replaced once."""

    def __init__(self, database: Database) -> None:
        engine = database.engine
        # SQLite connections begin no transaction by themselves (app.platform.database_engine).
        options = {} if engine.dialect.name == "sqlite" else {"isolation_level": "AUTOCOMMIT"}
        self._engine = engine.execution_options(**options)
        self._derived = database.derived
        self._statement = str(epochs.STATE_VERSION.compile(engine, compile_kwargs={"literal_binds": True}))
        self._connection: Connection | None = None

    def read(self) -> StateVersion:
        """The state now."""
        if self._connection is not None:
            with contextlib.suppress(Exception):
                return self._read(self._connection)
            self.close()
        self._connection = self._engine.connect()
        return self._read(self._connection)

    def _read(self, connection: Connection) -> StateVersion:
        # The driver's own cursor: SQLAlchemy's result objects cost more than this statement.
        known, cursor = self._derived.state, connection.connection.cursor()
        try:
            cursor.execute(self._statement)
            row: Any = cursor.fetchone()
        finally:
            cursor.close()
        state = epochs.state_version(row)
        if state != self._derived.state:
            with connection.begin():
                epochs.follow(connection, self._derived, state, known)
        return state

    def close(self) -> None:
        """Discard the connection: in its unknown state nobody else may get it."""
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.invalidate()
            self._connection.close()
        self._connection = None


def _answer(waiting: Sequence[Waiting], result: StateVersion | Exception) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[Waiting]] = defaultdict(list)
    for request in waiting:
        by_loop[request.get_loop()].append(request)
    for loop, requests in by_loop.items():
        with contextlib.suppress(RuntimeError):  # that event loop has ended, and its requests with it
            loop.call_soon_threadsafe(_tell, requests, result)


def _tell(waiting: Sequence[Waiting], result: StateVersion | Exception) -> None:
    for request in waiting:
        if request.done():
            continue  # its request was cancelled
        if isinstance(result, Exception):
            request.set_exception(result)
        else:
            request.set_result(result)

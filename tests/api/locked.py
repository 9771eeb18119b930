"""Counts, and times, what a request does while it holds the writers' lock."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, event

from app.platform.database import Database

_STEPS = 1000
_COUNTED = ("statements", "rows", "steps", "seconds", "cpu")


@dataclass
class Span:
    """The time while the writers' lock is held. `rows`: those written; with PostgreSQL and MariaDB also those read.

    `steps`: thousands of SQLite instructions, which show reads without an index.
    """

    started: float
    statements: int = 0
    rows: int = 0
    steps: int = 0
    seconds: float = 0
    cpu: float = 0
    """Processor seconds of this process meanwhile."""
    largest: dict[str, int] = field(default_factory=dict)
    """First words of a statement → how often it ran."""


class Locked:
    """The spans of a database, in the order of their ends."""

    def __init__(self, database: Database) -> None:
        self.spans: list[Span] = []
        self._open: dict[int, Span] = {}
        self._last: dict[int, str] = {}
        self._engine = database.engine

    @property
    def largest(self) -> Span:
        """The one with the most statements."""
        return max(self.spans, key=lambda span: (span.statements, span.rows), default=Span(0))

    @property
    def worst(self) -> Span:
        """The maximum of each number over all spans."""
        most: dict[str, Any] = {name: max((getattr(span, name) for span in self.spans), default=0) for name in _COUNTED}
        return Span(0, **most)

    @contextmanager
    def watching(self) -> Iterator["Locked"]:
        """Record the spans within the block."""
        listeners: dict[str, Callable[..., None]] = {
            "begin": self._begin, "after_cursor_execute": self._count, "commit": self._end, "rollback": self._end,
        }  # fmt: skip
        for name, listener in listeners.items():
            event.listen(self._engine, name, listener)
        try:
            yield self
        finally:
            for name, listener in listeners.items():
                event.remove(self._engine, name, listener)

    def _begin(self, connection: Connection) -> None:
        if connection.dialect.name == "sqlite" and connection.get_execution_options().get("writing"):
            span = self._open[id(connection.connection.dbapi_connection)] = Span(
                time.monotonic(), cpu=time.process_time()
            )

            def count() -> int:
                span.steps += 1
                return 0

            _raw(connection).set_progress_handler(count, _STEPS)

    def _count(
        self, connection: Connection, cursor: Any, statement: str, parameters: Any, _context: Any, many: bool
    ) -> None:
        key = id(_raw(connection))
        if key not in self._open and statement.startswith("UPDATE sys_revision"):
            self._open[key] = Span(time.monotonic(), cpu=time.process_time())
        if (span := self._open.get(key)) is not None:
            # SQLite inserts rows one by one, other databases get them in one statement: count both as one.
            again = statement.startswith("INSERT") and self._last.get(key) == statement
            self._last[key] = statement
            span.statements += not again
            span.rows += len(parameters) if many and isinstance(parameters, list) else max(cursor.rowcount, 0)
            words = " ".join(statement.split()[:3]) if not statement.startswith("SELECT") else _from(statement)
            span.largest[words] = span.largest.get(words, 0) + 1

    def _end(self, connection: Connection) -> None:
        if (span := self._open.pop(id(_raw(connection)), None)) is not None:
            span.seconds, span.cpu = time.monotonic() - span.started, time.process_time() - span.cpu
            self.spans.append(span)
            if connection.dialect.name == "sqlite":
                _raw(connection).set_progress_handler(None, 0)


def _raw(connection: Connection) -> Any:
    return connection.connection.dbapi_connection


def _from(statement: str) -> str:
    words = statement.split()
    return "SELECT … FROM " + words[words.index("FROM") + 1] if "FROM" in words else "SELECT"

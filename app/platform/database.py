"""Sessions, and the base class of every table.

One request or job is one session and one transaction; domain code flushes, only the edge commits.
"""

import json
import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import (
    BigInteger,
    Connection,
    Dialect,
    Integer,
    MetaData,
    Select,
    String,
    Text,
    TypeDecorator,
    event,
    func,
    select,
    union_all,
)
from sqlalchemy.dialects import mysql
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, sessionmaker

from app.platform.database_engine import (
    ANSWER_SECONDS,
    CONSISTENT,
    HANG_SECONDS,
    end_hanging_writers,
    make_engine,
    make_readers_consistent,
)
from app.platform.database_failures import refuses_writes
from app.platform.derived import Derived
from app.platform.errors import Busy, existing

Found = TypeVar("Found")
Value = TypeVar("Value", int, str)
BIGINT = BigInteger().with_variant(Integer(), "sqlite")
"""BIGINT on every database but SQLite, which numbers rows by itself only if the key is INTEGER (64 bits there)."""

_AT_ONCE = 100
NEVER_REUSE_IDS = {"sqlite_autoincrement": True}
"""SQLite would give a deleted row's id to the next row; the audit log and the audit must tell them apart."""


def any_of(*queries: Select[int] | Select[int | None]) -> Select[int]:
    """The ids that any of the queries finds, for `column.in_(…)`. With an OR no database would use its indexes.

    The UNION is in a derived table, because MySQL and MariaDB execute a bare one once for every outer row.
    """
    ids = union_all(*queries).subquery()
    return select(ids.c[0])


def clear_away(session: Session, query: Select[Any]) -> int:
    """Delete at most a hundred of these rows, skipping those that are locked, so that it never waits. Returns how many.

    A plain DELETE in MariaDB would wait for every row that another transaction has written. Two such transactions could
    deadlock, and one of them, perhaps a mere sign-in, would fail.
    """
    rows = session.scalars(query.limit(_AT_ONCE).with_for_update(skip_locked=True)).all()
    for row in rows:
        session.delete(row)
    session.flush()
    return len(rows)


EXACT_TEXT = Text().with_variant(mysql.TEXT(charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")
"""Long text, compared exactly."""


def only(session: Session, query: Select[Found], otherwise: str) -> Found:
    """The row of the query. Raises NotFound with this sentence when there is none."""
    return existing(session.scalars(query).one_or_none(), otherwise)


def row_count(session: Session, query: Select[Any], key: Any) -> int:
    """How many rows the query has. `key`: the id that it counts."""
    return session.scalar(query.with_only_columns(func.count(key))) or 0


def row_counts(session: Session, query: Select[Any], column: Any) -> dict[Any, int]:
    """Value of the column → how many rows of the query have it."""
    return dict(session.execute(query.with_only_columns(column, func.count()).group_by(column)).all())


def slices(values: Iterable[Value], size: int = 500) -> Iterator[list[Value]]:
    """The different values in order, some at a time: databases limit the number of bound values in one statement."""
    ordered = sorted(set(values))
    return (ordered[start : start + size] for start in range(0, len(ordered), size))


def exact_string(length: int) -> String:
    """A string column that distinguishes `Alice` from `alice` on every database.

    MySQL and MariaDB ignore case unless the collation is binary, and trailing spaces also then: what may end with a
    space is refused before it is compared (decision 0094).
    """
    binary = mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin")
    return String(length).with_variant(binary, "mysql", "mariadb")


class TextList(TypeDecorator[tuple[str, ...]]):
    """A short list of texts, stored as JSON and compared as `exact_string` is; null: no list."""

    impl = EXACT_TEXT
    cache_ok = True

    def process_bind_param(self, value: Iterable[str] | None, _dialect: Dialect) -> str | None:
        """The list as stored."""
        return None if value is None else json.dumps(list(value), ensure_ascii=False)

    def process_result_value(self, value: str | None, _dialect: Dialect) -> tuple[str, ...] | None:
        """The list as read."""
        return listed(value)


def listed(stored: str | None) -> tuple[str, ...] | None:
    """What a `TextList` stores, as a list."""
    return None if stored is None else tuple(json.loads(stored))


_MOST_SECONDS, _UNTIL = "most_seconds", "until"
_REFUSED_SECONDS = 15
"""So long a refusal counts: small changes may still find room where others do not. Periodic jobs write more often."""


def others_wait(session: Session) -> None:
    """Tell that this transaction now makes other writers wait: its time limit begins."""
    seconds: float | None = session.info.get(_MOST_SECONDS)
    session.info[_UNTIL] = None if seconds is None else time.monotonic() + seconds


def refuse_overtime(session: Session) -> None:
    """Raises Busy `change_too_long` when the transaction has made other writers wait for too long.

    It is the last guard against changes without a limit of their own: no request may stop everybody for longer
    (decision 0059).
    """
    until: float | None = session.info.get(_UNTIL)
    if until is not None and time.monotonic() > until:
        session.info[_UNTIL] = None
        detail = "This change would have made all others wait for too long, and was undone. Send less at once."
        raise Busy(detail, retry_after=1, code="change_too_long")


DERIVED = "derived"
"""Key in `Session.info` of reading sessions: a `Derived`."""


def only_reads(session: Session) -> bool:
    """True for a session from `Database.reading`."""
    return DERIVED in session.info


class Base(DeclarativeBase):
    """Base of every table. Constraint names follow rules, so that migrations can refer to them on each database."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
        }
    )


class IdColumn:
    """Columns of a table whose rows have an id that is never used again."""

    __table_args__: Any = NEVER_REUSE_IDS

    id: Mapped[int] = mapped_column(BIGINT, primary_key=True, sort_order=-1)


class Database:
    """The engine and its two kinds of transactions. `close` closes all connections.

    `hang_seconds`: how long a writer may send nothing before the database server undoes its transaction.
    `answer_seconds`: how long the database server may take for one statement.
    """

    def __init__(self, url: str, hang_seconds: int = HANG_SECONDS, answer_seconds: int = ANSWER_SECONDS) -> None:
        self.engine = make_engine(url, answer_seconds)
        end_hanging_writers(self.engine, hang_seconds)
        self._refused_at = -math.inf
        event.listen(self.engine, "handle_error", self._failed)
        self._before_close: list[Callable[[], None]] = []
        # Writers queue at the revision row (app.audit.trail.trail), so each sees what the one before committed.
        # Readers need more: one that builds a snapshot must not see half of a change between two of its queries.
        self._write = sessionmaker(self.engine.execution_options(writing=True), expire_on_commit=False)
        event.listen(self._write, "do_orm_execute", lambda state: refuse_overtime(state.session))
        event.listen(self._write, "before_flush", lambda session, *_: refuse_overtime(session))
        isolation = {"isolation_level": CONSISTENT} if self.engine.dialect.name == "postgresql" else {}
        make_readers_consistent(self.engine)
        # The cache is only for readers of one consistent state. A change sees its own uncommitted state.
        self.derived = Derived()
        info = {DERIVED: self.derived}
        self._readers = self.engine.execution_options(reading=True, **isolation)
        self._read = sessionmaker(self._readers, expire_on_commit=False, info=info)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one consistent state and never commits."""
        with self._read() as session:
            yield session

    @contextmanager
    def reading_rows(self) -> Iterator[Connection]:
        """The same without the ORM, which takes half of a short transaction's time."""
        with self._readers.connect() as connection:
            yield connection

    @contextmanager
    def writing(self, seconds: float | None = None) -> Iterator[Session]:
        """One transaction: committed when the block ends, rolled back when it raises.

        `seconds`: how long it may make other writers wait once it has their lock. None is only for changes by the
        center itself.
        """
        with self._write() as session, session.begin():
            session.info[_MOST_SECONDS] = seconds
            yield session

    @property
    def writable(self) -> bool:
        """False when it lately (15 s) could not store something: its disk is full, or it may only be read."""
        return time.monotonic() - self._refused_at > _REFUSED_SECONDS

    def _failed(self, context: ExceptionContext) -> None:
        error = context.sqlalchemy_exception
        if isinstance(error, DBAPIError) and refuses_writes(error):
            self._refused_at = time.monotonic()

    def before_close(self, ending: Callable[[], None]) -> None:
        """Register a function that gives a connection back when the database is closed."""
        self._before_close.append(ending)

    def close(self) -> None:
        for ending in self._before_close:
            ending()
        self.engine.dispose()

"""Engine, sessions and the base class of every table.

One request or job is one session and one transaction; domain code flushes, only the edge commits.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import BigInteger, Engine, Integer, MetaData, Select, String, create_engine, event, select, union_all
from sqlalchemy.dialects import mysql
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import DeclarativeBase, ORMExecuteState, Session, sessionmaker

from app.derived import Derived
from app.errors import Busy

BIGINT = BigInteger().with_variant(Integer(), "sqlite")
"""bigint everywhere; SQLite only numbers rows by itself when the key is INTEGER (which holds 64 bits there)."""

_AT_ONCE = 100
NEVER_REUSE_IDS = {"sqlite_autoincrement": True}
"""SQLite would give the id of the last deleted row to the next one; the trail and the audit must tell them apart."""


def any_of(*queries: Select[int] | Select[int | None]) -> Select[int]:
    """The ids of all the queries, for `column.in_(…)`: no database uses its indexes for the same joined by OR.

    The union stands in a derived table, because MySQL and MariaDB carry out a bare one once for every row outside.
    """
    ids = union_all(*queries).subquery()
    return select(ids.c[0])


def clear_away(session: Session, old: Select[Any]) -> None:
    """Delete some of these rows, a hundred at most: those that nobody else holds, so that nobody is waited for.

    Left to search while it deletes, MariaDB would wait for every row that another transaction has written, and the two
    for each other: one of them, which only wanted to sign in, would fail.
    """
    for row in session.scalars(old.limit(_AT_ONCE).with_for_update(skip_locked=True)):
        session.delete(row)
    session.flush()


def exact_string(length: int) -> String:
    """A string that tells `Alice` from `alice` and `a` from `a ` on every database.

    MySQL and MariaDB compare case-insensitively and ignore trailing spaces unless the collation is binary.
    """
    binary = mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin")
    return String(length).with_variant(binary, "mysql", "mariadb")


_MOST_SECONDS, _UNTIL = "most_seconds", "until"
REQUESTS_AT_ONCE = 16
"""So many requests hold a session while they wait for a thread (app.api.guard)."""
_CONNECTIONS = {"pool_size": 10, "max_overflow": 20}
"""More than that, so that those which open and close one within their thread always find one."""


_GAVE_WAY = {1205, 1213, "40001", "40P01"}
"""MariaDB: a lock was waited for too long, a deadlock. PostgreSQL: a conflict of transactions, a deadlock."""


def gave_way(error: OperationalError) -> bool:
    """True when the database is well, and undid the transaction because others hold what it needs."""
    told = error.orig
    number = told.args[0] if told is not None and told.args else None
    return number in _GAVE_WAY or getattr(told, "sqlstate", None) in _GAVE_WAY


def others_wait(session: Session) -> None:
    """From now on this transaction makes other writers wait: its seconds begin."""
    seconds: float | None = session.info.get(_MOST_SECONDS)
    session.info[_UNTIL] = None if seconds is None else time.monotonic() + seconds


def refuse_overtime(session: Session) -> None:
    """Raises Busy `change_too_long`. However large a change is, and whatever was forgotten to be bounded: what one
    person sends never stops all others for longer (decision 0059)."""
    until: float | None = session.info.get(_UNTIL)
    if until is not None and time.monotonic() > until:
        session.info[_UNTIL] = None
        detail = "This change would have made all others wait for too long, and was undone. Send less at once."
        raise Busy(detail, retry_after=1, code="change_too_long")


DERIVED = "derived"
"""In `Session.info` of those who read: a `Derived`."""


def only_reads(session: Session) -> bool:
    """It was opened by `Database.reading`."""
    return DERIVED in session.info


class Base(DeclarativeBase):
    """Every table. Constraint names are fixed, so that migrations can name them on each database."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
        }
    )


def make_engine(url: str) -> Engine:
    """An engine for SQLite, PostgreSQL or MySQL/MariaDB. Connections read one consistent state per transaction.

    Errors do not tell the parameters: they are logged, and there are hashes and sealed secrets among them.
    """
    if url.startswith("sqlite"):
        # A database in memory has one connection a thread.
        sizes = _CONNECTIONS if make_url(url).database else {}
        engine = create_engine(
            url, connect_args={"timeout": 15, "check_same_thread": False}, hide_parameters=True, **sizes
        )
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    return create_engine(
        url, pool_pre_ping=True, hide_parameters=True, **_CONNECTIONS, isolation_level="READ COMMITTED"
    )


def _prepare_sqlite(connection: object, _record: object) -> None:
    # The driver's own transaction handling starts one too late; SQLAlchemy's begin event sends BEGIN instead.
    connection.isolation_level = None  # type: ignore[attr-defined]
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in ("journal_mode=WAL", "foreign_keys=ON", "busy_timeout=15000", "synchronous=FULL"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
    # For app.searching: SQLite's own lower() knows ASCII only.
    connection.create_function("python_lower", 1, _lower, deterministic=True)  # type: ignore[attr-defined]


def _lower(text: str | None) -> str | None:
    return None if text is None else text.lower()


def _begin_sqlite(connection: object) -> None:
    # A read that turns into a write inside one deferred transaction fails at once when another writer was
    # faster, whatever the busy timeout; writers therefore say so at the start (see `writing`).
    options = connection.get_execution_options()  # type: ignore[attr-defined]
    connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writing") else "BEGIN")  # type: ignore[attr-defined]


def _before_statement(state: ORMExecuteState) -> None:
    refuse_overtime(state.session)


def _before_flush(session: Session, *_: object) -> None:
    refuse_overtime(session)


class Database:
    """The engine and its two kinds of transaction. `close` returns all connections."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        self._before_close: list[Callable[[], None]] = []
        # Writers queue at the revision row (app.trail.trail), so each sees what the one before it committed.
        # A reader that builds a snapshot must not see half of a change between two of its queries.
        self._write = sessionmaker(self.engine.execution_options(writing=True), expire_on_commit=False)
        event.listen(self._write, "do_orm_execute", _before_statement)
        event.listen(self._write, "before_flush", _before_flush)
        isolation = {} if self.engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
        # Only for those who read one consistent state: a change sees its own, which nobody else may be told.
        self.derived = Derived()
        info = {DERIVED: self.derived}
        self._read = sessionmaker(self.engine.execution_options(**isolation), expire_on_commit=False, info=info)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One consistent state of the database; never commits."""
        with self._read() as session:
            yield session

    @contextmanager
    def writing(self, seconds: float | None = None) -> Iterator[Session]:
        """One transaction: committed when the block ends, rolled back when it raises. `seconds`: so long it may make
        other writers wait once it holds their lock; for what somebody asks for who is not the center itself."""
        with self._write() as session, session.begin():
            session.info[_MOST_SECONDS] = seconds
            yield session

    def before_close(self, ending: Callable[[], None]) -> None:
        """Whoever keeps a connection for itself gives it back then."""
        self._before_close.append(ending)

    def close(self) -> None:
        for ending in self._before_close:
            ending()
        self.engine.dispose()

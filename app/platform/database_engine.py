"""The engine: how each kind of database is connected to, and how its transactions begin."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import ExceptionContext, make_url
from sqlalchemy.exc import InternalError, OperationalError

from app.platform.database_failures import HUNG, READ_ONLY

REQUESTS_AT_ONCE = 16
"""Requests that may hold a session while they wait for a thread (app.api.guard)."""
CONSISTENT = "REPEATABLE READ"
_CONNECTIONS = {"pool_size": 10, "max_overflow": 20, "pool_use_lifo": True}
"""More than `REQUESTS_AT_ONCE`, so that code which opens and closes a session in its own thread always gets one.
The connection that was used last comes first: its server process has the statements' plans, and most rest."""
HANG_SECONDS = 30
"""A writer that sends nothing for so long hangs. The server undoes its transaction, so that others go on."""
_END_HANGING = {
    "postgresql": "SET LOCAL idle_in_transaction_session_timeout = '{}s'",
    "mariadb": "SET SESSION idle_write_transaction_timeout = {}",
}
"""What tells the server so. Of writers alone: a reader may wait for a slow client. MySQL has nothing like it."""
CONNECT_SECONDS = 10
ANSWER_SECONDS = 120
"""A server that answers a statement with nothing for so long, whatever the reason, is waited for no longer."""


def make_engine(url: str, answer_seconds: int | None = None) -> Engine:
    """An engine for SQLite, PostgreSQL or MySQL/MariaDB. A reading transaction sees one consistent state.

    `answer_seconds`: how long a database server may take for a statement; None for migrations and restores, which take
    as long as they take. Errors do not contain parameters: they are logged, and parameters may be hashes or encrypted
    secrets.
    """
    if url.startswith("sqlite"):
        # An in-memory database has one connection per thread.
        sizes = _CONNECTIONS if make_url(url).database else {}
        engine = create_engine(
            url, connect_args={"timeout": 15, "check_same_thread": False}, hide_parameters=True, **sizes
        )
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    is_postgresql = make_url(url).get_backend_name() == "postgresql"
    bounds: dict[str, Any] = {"connect_timeout": CONNECT_SECONDS}
    if answer_seconds and not is_postgresql:
        bounds |= {"read_timeout": answer_seconds, "write_timeout": answer_seconds}
    ours = {option: value for option, value in bounds.items() if option not in make_url(url).query}
    # Else the server's encoding counts, and with SQL_ASCII the driver answers bytes.
    encoding = {"client_encoding": "utf8"} if is_postgresql else {}
    engine = create_engine(
        url, connect_args=ours | encoding, pool_pre_ping=True, hide_parameters=True, **_CONNECTIONS,
        isolation_level="READ COMMITTED",
    )  # fmt: skip
    if answer_seconds and is_postgresql:
        from app.platform.database_postgresql import bound_answers  # here: it brings the driver, which few need

        bound_answers(engine, answer_seconds)
    return engine


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    """A connection of its own, which is really closed at the end."""
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def _prepare_sqlite(connection: object, _record: object) -> None:
    # The driver would begin transactions too late. SQLAlchemy's begin event sends BEGIN instead.
    connection.isolation_level = None  # type: ignore[attr-defined]
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in ("journal_mode=WAL", "foreign_keys=ON", "busy_timeout=15000", "synchronous=FULL"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
    # For app.platform.searching: SQLite's own lower() handles ASCII only.
    connection.create_function("python_lower", 1, _lower, deterministic=True)  # type: ignore[attr-defined]


def _lower(text: str | None) -> str | None:
    return None if text is None else text.lower()


def _begin_sqlite(connection: object) -> None:
    # A deferred transaction that reads and then writes fails at once when another writer was faster, whatever the busy
    # timeout. Writers therefore begin as such (see `writing`).
    options = connection.get_execution_options()  # type: ignore[attr-defined]
    connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writing") else "BEGIN")  # type: ignore[attr-defined]


def end_hanging_writers(engine: Engine, seconds: int) -> None:
    """Each writer of this engine tells its server, in its transaction, after how much silence it counts as hanging."""

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        # Asked here: only a connection that was made knows MariaDB from MySQL.
        name = "mariadb" if getattr(connection.dialect, "is_mariadb", False) else connection.dialect.name
        if name in _END_HANGING and connection.get_execution_options().get("writing"):
            connection.exec_driver_sql(_END_HANGING[name].format(seconds))

    @event.listens_for(engine, "handle_error")
    def on_error(context: ExceptionContext) -> OperationalError | None:
        # psycopg calls them internal errors. Callers expect what they get whenever a database cannot do its part.
        error = context.sqlalchemy_exception
        if not isinstance(error, InternalError) or getattr(error.orig, "sqlstate", None) not in (HUNG, READ_ONLY):
            return None
        return OperationalError(error.statement, None, error.orig or error, hide_parameters=True)


def make_readers_consistent(engine: Engine) -> None:
    """On MySQL and MariaDB, for one transaction at a time. SQLAlchemy would set it for the connection and then back:
    when the connection is lost in between, its place in the pool is lost, too."""
    if engine.dialect.name not in ("mysql", "mariadb"):
        return

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        if connection.get_execution_options().get("reading"):
            connection.exec_driver_sql(f"SET TRANSACTION ISOLATION LEVEL {CONSISTENT}")

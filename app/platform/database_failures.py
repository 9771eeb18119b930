"""What an error of a database means, by its driver's code: others were in the way, it stores nothing, or it is away."""

from typing import Any

from sqlalchemy.exc import DBAPIError, OperationalError

HUNG = "25P03"
READ_ONLY = "25006"
_DEADLOCK = {1213, "40001", "40P01"}
"""MariaDB: a deadlock. PostgreSQL: a conflict of transactions, a deadlock."""
_GAVE_WAY = {*_DEADLOCK, 1205, HUNG}
"""And: a lock was waited for too long, a writer that hung."""
_REFUSES_WRITES = {1021, 1114, 1290, 1792, 1836, "53100", READ_ONLY, 8, 13, 778, 1034, 4874}
"""MariaDB: the disk or a table is full, the server is read-only. PostgreSQL: the same. SQLite: read-only, full, and a
write, a sync or a longer file that failed (the last three extended)."""
_AWAY = {1040, 1053, 2002, 2003, 2006, 2013, "53300", "57P01", "57P02", "57P03", "lost", 14}
"""MariaDB: too many connections, shutdown, no connection, a lost one. PostgreSQL: the same. SQLite: no such file."""
_REASONS = {
    "the database stores nothing: its disk is full, or it may only be read": _REFUSES_WRITES,
    "the database undid a change for another one": _GAVE_WAY,
    "the database does not answer": _AWAY,
}


def is_conflict(error: DBAPIError) -> bool:
    """True when the database is well, and undid the transaction because others hold what it needs."""
    return not _GAVE_WAY.isdisjoint(_codes(error))


def is_deadlock(error: DBAPIError) -> bool:
    """True for a conflict that was found at once: the same transaction is likely to succeed when it is run again."""
    return not _DEADLOCK.isdisjoint(_codes(error))


def refuses_writes(error: DBAPIError) -> bool:
    """True when it answers, but its disk is full, or it may only be read."""
    return not _REFUSES_WRITES.isdisjoint(_codes(error))


def sentence(error: object) -> str | None:
    """The reason of a failure of the database that is known; None for any other exception, whose trace is needed."""
    codes = _codes(error) if isinstance(error, DBAPIError) else set()
    return next((reason for reason, known in _REASONS.items() if not known.isdisjoint(codes)), None)


def _codes(error: DBAPIError) -> set[object]:
    """What the driver calls it: MySQL's number, an SQLSTATE, SQLite's code with and without its extension."""
    cause: Any = error.orig
    sqlite, state = getattr(cause, "sqlite_errorcode", None), getattr(cause, "sqlstate", "")
    # psycopg's failures have no SQLSTATE where no server told one.
    if error.connection_invalidated or (isinstance(error, OperationalError) and state is None):
        state = "lost"
    return {*getattr(cause, "args", ())[:1], state, sqlite, sqlite and sqlite & 0xFF}

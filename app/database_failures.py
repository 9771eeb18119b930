"""What an error of a database means, by its driver's code: others were in the way, it stores nothing, or it is away."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlalchemy.exc import DBAPIError

HUNG = "25P03"
READ_ONLY = "25006"
_GAVE_WAY = {1205, 1213, "40001", "40P01", HUNG}
"""MariaDB: a lock was waited for too long, a deadlock. PostgreSQL: a conflict of transactions, a deadlock, a writer
that hung."""
_REFUSES_WRITES = {1021, 1114, 1290, 1792, 1836, "53100", READ_ONLY, 8, 13, 778, 1034, 4874}
"""MariaDB: the disk or a table is full, the server is read-only. PostgreSQL: the same. SQLite: read-only, full, and a
write, a sync or a longer file that failed (the last three extended)."""
_AWAY = {1040, 1053, 2002, 2003, 2006, 2013, "53300", "57P01", "57P02", "57P03", "no answer", 14}
"""MariaDB: too many connections, shutdown, no connection, a lost one. PostgreSQL: the same. SQLite: no such file."""


def gave_way(error: "DBAPIError") -> bool:
    """True when the database is well, and undid the transaction because others hold what it needs."""
    return not _GAVE_WAY.isdisjoint(_codes(error))


def refuses_writes(error: "DBAPIError") -> bool:
    """True when it answers, but its disk is full, or it may only be read."""
    return not _REFUSES_WRITES.isdisjoint(_codes(error))


def sentence(error: Any) -> str | None:
    """The reason of a failure of the database that is known; None for any other exception, whose trace is needed."""
    if refuses_writes(error):
        return "the database stores nothing: its disk is full, or it may only be read"
    if gave_way(error):
        return "the database undid a change for another one"
    if getattr(error, "connection_invalidated", False) or not _AWAY.isdisjoint(_codes(error)):
        return "the database does not answer"
    return None


def _codes(error: "DBAPIError") -> set[object]:
    """What the driver calls it: MySQL's number, an SQLSTATE, SQLite's code with and without its extension."""
    told: Any = getattr(error, "orig", None)
    sqlite = getattr(told, "sqlite_errorcode", None)
    # psycopg has no SQLSTATE where no server told one.
    state = getattr(told, "sqlstate", None) or (hasattr(told, "sqlstate") and "no answer")
    return {*getattr(told, "args", ())[:1], state, sqlite, sqlite and sqlite & 0xFF}

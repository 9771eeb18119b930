"""Whether anybody uses a database: a restore must not pull it away from under a running center.

Not heartbeats of instances in a table: one that hangs has stopped writing them, and goes on with what it holds when it
wakes up. Its connections stay, so the database itself is asked who is connected, whatever version or machine they have.
"""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from sqlalchemy import NullPool, create_engine, text
from sqlalchemy.engine import make_url

from app.maintenance.backup.failures import BackupError

_LOOKS, _PAUSE_SECONDS = 20, 0.1
"""A server shows a connection for a moment after it was closed."""
_OTHERS = {
    "postgresql": (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
        "AND backend_type = 'client backend'"
    ),
    "mysql": (
        "SELECT count(*) FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID() "
        "AND command <> 'Killed'"
    ),
}


def refuse_running(url: str) -> None:
    """Raises BackupError when a center, or anybody else, is connected to the database. Call it without a connection of
    one's own."""
    backend = make_url(url).get_backend_name()
    others = _of_file(make_url(url).database) if backend == "sqlite" else _of_server(url, backend)
    if others:
        raise BackupError(
            f"the database is in use ({others}): stop every instance of the center, and whatever else is connected"
        )


def _of_server(url: str, backend: str) -> str:
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True)
    query = text(_OTHERS["postgresql" if backend == "postgresql" else "mysql"])
    for _ in range(_LOOKS):
        with engine.connect() as connection:
            count = connection.execute(query).scalar_one()
        if not count:
            return ""
        time.sleep(_PAUSE_SECONDS)
    return f"{count} connections beside this one"


def _of_file(name: str | None) -> str:
    """In WAL mode every open connection holds a shared lock on the file, idle or not: the exclusive lock shows them."""
    if name is None or not Path(name).exists():
        return ""
    with closing(sqlite3.connect(name, timeout=0)) as connection:
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise BackupError(f"the file of PUC_DATABASE_URL cannot be opened: {error}") from None
            return "the file is open elsewhere"
    return ""
